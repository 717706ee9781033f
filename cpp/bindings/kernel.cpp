// kernel.cpp: see kernel.hpp.
#include "kernel.hpp"

#include <structmember.h>

#include <cstddef>
#include <new>
#include <string>

#include "kernel_arguments.hpp"
#include "waiting.hpp"

namespace metalscope::python {
namespace {

PyTypeObject* kernel_type = nullptr;

KernelObject& as_kernel(PyObject* object) { return *reinterpret_cast<KernelObject*>(object); }

// ---- launch -------------------------------------------------------------------------------------

// A keyword of the launch and where its value goes. Callers pass interned names nearly always, so
// that comparing addresses finds them.
struct Keyword {
  const char* text;
  PyObject* LaunchKeywords::* value;
  PyObject* interned = nullptr;
};
Keyword keywords[] = {
    {"threads", &LaunchKeywords::threads},
    {"groups", &LaunchKeywords::groups},
    {"threads_per_threadgroup", &LaunchKeywords::threads_per_threadgroup},
    {"threadgroup_memory", &LaunchKeywords::threadgroup_memory},
};

const Keyword& find_keyword(PyObject* name) {
  for (const Keyword& keyword : keywords) {
    if (keyword.interned == name) {
      return keyword;
    }
  }
  for (const Keyword& keyword : keywords) {
    if (PyUnicode_CompareWithASCIIString(name, keyword.text) == 0) {
      return keyword;
    }
  }
  throw_type_error("a launch has no keyword '" + std::string(py::str(py::handle(name))) +
                   "': it takes threads or groups, threads_per_threadgroup, threadgroup_memory; "
                   "the kernel's own arguments are positional");
}

PyObject* launch(PyObject* self, PyObject* const* arguments, std::size_t flagged_count,
                 PyObject* keyword_names) {
  return guarded([&]() -> PyObject* {
    const Kernel& kernel = as_kernel(self).kernel;
    const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(flagged_count));
    LaunchKeywords given;
    if (keyword_names != nullptr) {
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keyword_names); ++i) {
        given.*find_keyword(PyTuple_GET_ITEM(keyword_names, i)).value = arguments[count + i];
      }
    }
    const Grid grid = to_grid(kernel, given);
    std::array<ThreadgroupMemory, max_arguments> sizes;
    const auto threadgroup_memory = to_threadgroup_memory(given.threadgroup_memory, sizes);
    LaunchArguments converted;
    const auto values = converted.convert(kernel, {arguments, count});
    Stream::current().launch(kernel, values, grid, threadgroup_memory);
    Py_RETURN_NONE;
  });
}

// ---- the object ---------------------------------------------------------------------------------

void delete_kernel(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  as_kernel(self).kernel.~Kernel();
  type->tp_free(self);
  Py_DECREF(type);
}

const char* kind_name(ArgumentInfo::Kind kind) {
  switch (kind) {
    case ArgumentInfo::Kind::buffer:
      return "buffer";
    case ArgumentInfo::Kind::threadgroup:
      return "threadgroup";
    case ArgumentInfo::Kind::texture:
      return "texture";
    case ArgumentInfo::Kind::sampler:
      return "sampler";
  }
  return "buffer";
}

std::string text_of(const ArgumentInfo& argument) {
  return std::string(argument.writable ? "" : "const ") + name_of(argument.element) + " " +
         argument.name + " [[" + kind_name(argument.kind) + "(" + std::to_string(argument.index) +
         ")]]";
}

PyObject* repr_kernel(PyObject* self) {
  return guarded([self] {
    const Kernel& kernel = as_kernel(self).kernel;
    std::string text = "<metalscope.Kernel " + kernel.name() + "(";
    const char* separator = "";
    for (const ArgumentInfo& argument : kernel.arguments()) {
      text += separator + text_of(argument);
      separator = ", ";
    }
    return py::str(text + ")>").release().ptr();
  });
}

PyObject* get_name(PyObject* self, void*) {
  return guarded([self] { return py::str(as_kernel(self).kernel.name()).release().ptr(); });
}
PyObject* get_arguments(PyObject* self, void*) {
  return guarded([self] {
    py::list list;
    for (const ArgumentInfo& argument : as_kernel(self).kernel.arguments()) {
      list.append(argument);
    }
    return list.release().ptr();
  });
}
PyObject* get_max_threads(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(as_kernel(self).kernel.max_total_threads_per_threadgroup());
}
PyObject* get_execution_width(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(as_kernel(self).kernel.thread_execution_width());
}
PyObject* get_static_memory(PyObject* self, void*) {
  return PyLong_FromUnsignedLong(as_kernel(self).kernel.static_threadgroup_memory());
}

PyGetSetDef attributes[] = {
    {"name", get_name, nullptr, "What the library calls it.", nullptr},
    {"__name__", get_name, nullptr, nullptr, nullptr},
    {"arguments", get_arguments, nullptr,
     "Buffers and values in order of their index, then threadgroup arguments.", nullptr},
    {"max_total_threads_per_threadgroup", get_max_threads, nullptr,
     "Largest threadgroup it runs in, in threads.", nullptr},
    {"thread_execution_width", get_execution_width, nullptr, "Threads of a SIMD-group.", nullptr},
    {"static_threadgroup_memory", get_static_memory, nullptr,
     "Bytes of the threadgroup variables in its body.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

constexpr const char* documentation =
    "A launchable kernel of a Library.\n\n"
    "kernel(*args, threads=..., threads_per_threadgroup=None, threadgroup_memory=None) encodes one "
    "launch\non the calling thread's stream and returns None at once.\n\n"
    "Positional arguments are the kernel's buffers and values in order of their index: arrays "
    "(C-contiguous,\nof the kernel's element type), numbers (converted to the kernel's own type, "
    "range checked),\ntuples of numbers for vectors, bytes or NumPy records for structures, None "
    "to "
    "leave one unbound.\n\n"
    "threads is the grid in threads, an int or a tuple (x, y, z) (dispatchThreads); groups, in its "
    "place,\nthe grid in threadgroups, with threads_per_threadgroup (dispatchThreadgroups). "
    "threadgroup_memory\nmaps the indices of [[threadgroup(n)]] arguments to bytes.\n\n"
    "Raises ArgumentError. What fails on the device is raised by the next wait, as "
    "CommandBufferError.";

}  // namespace

Ref make_kernel(Kernel kernel) {
  Ref object = checked(kernel_type->tp_alloc(kernel_type, 0));
  KernelObject& made = as_kernel(object.get());
  made.call = launch;
  new (&made.kernel) Kernel(std::move(kernel));
  return object;
}

void bind_kernel(py::module_& module) {
  for (Keyword& keyword : keywords) {
    keyword.interned = checked(PyUnicode_InternFromString(keyword.text)).release();
  }
  py::class_<ArgumentInfo>(module, "KernelArgument", "An argument of a kernel, as MSL declares it.")
      .def_readonly("name", &ArgumentInfo::name)
      .def_property_readonly("kind", [](const ArgumentInfo& self) { return kind_name(self.kind); })
      .def_readonly("index", &ArgumentInfo::index)
      .def_readonly("writable", &ArgumentInfo::writable)
      .def_property_readonly("type", [](const ArgumentInfo& self) { return name_of(self.element); })
      .def_property_readonly("itemsize", [](const ArgumentInfo& self) { return self.element.size; })
      .def("__repr__",
           [](const ArgumentInfo& self) { return "<KernelArgument " + text_of(self) + ">"; });

  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(KernelObject, call), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(documentation)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(delete_kernel)},
                                {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                {Py_tp_repr, reinterpret_cast<void*>(repr_kernel)},
                                {Py_tp_members, members},
                                {Py_tp_getset, attributes},
                                {0, nullptr}};
  static PyType_Spec spec = {"metalscope.Kernel", sizeof(KernelObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
                                 Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                             slots};
  kernel_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&spec)).release());
  module.add_object("Kernel", reinterpret_cast<PyObject*>(kernel_type));
}

}  // namespace metalscope::python
