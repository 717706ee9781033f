// kernel_arguments.hpp: what Python passes to a launch, as the core takes it, without the heap.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "metalscope/stream.hpp"
#include "python.hpp"

namespace metalscope::python {

inline constexpr std::size_t max_arguments = 31;        // Metal's buffer slots
inline constexpr std::size_t max_vector_elements = 16;  // of a 4x4 matrix

// The arguments of one launch. They refer to the Python objects, which outlive the launch.
class LaunchArguments {
 public:
  LaunchArguments() noexcept = default;  // leaves the storage uninitialised
  ~LaunchArguments();
  LaunchArguments(const LaunchArguments&) = delete;
  LaunchArguments& operator=(const LaunchArguments&) = delete;

  // Throws ArgumentError that says which argument of which kernel is wrong and why.
  std::span<const Argument> convert(const Kernel& kernel, std::span<PyObject* const> objects);

 private:
  Argument convert_one(PyObject* object);
  Argument convert_other(PyObject* object);
  Argument vector_of(PyObject* tuple);
  Argument bytes_of(PyObject* exporter);

  // Raw storage: most of it is not used by most launches.
  template <class T, std::size_t n>
  struct Storage {
    alignas(T) std::byte bytes[n * sizeof(T)];
    T* data() noexcept { return reinterpret_cast<T*>(bytes); }
  };
  Storage<Argument, max_arguments> arguments_;
  Storage<Number, max_arguments * max_vector_elements> numbers_;
  Storage<Py_buffer, max_arguments> exports_;
  std::size_t number_count_ = 0;
  std::size_t export_count_ = 0;
};

// "Argument 2 'y' of kernel 'saxpy': "; `position` counts from 0.
[[nodiscard]] std::string argument_prefix(const Kernel& kernel, std::size_t position);

// What the keywords of a launch say. Borrowed references; null where not given.
struct LaunchKeywords {
  PyObject* threads = nullptr;
  PyObject* groups = nullptr;
  PyObject* threads_per_threadgroup = nullptr;
  PyObject* threadgroup_memory = nullptr;
};

[[nodiscard]] Grid to_grid(const Kernel& kernel, const LaunchKeywords& keywords);

// Fills `storage` from a dict of indices to bytes.
[[nodiscard]] std::span<const ThreadgroupMemory> to_threadgroup_memory(
    PyObject* dict, std::array<ThreadgroupMemory, max_arguments>& storage);

}  // namespace metalscope::python
