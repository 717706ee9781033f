// discovery.hpp: what a preprocessed MSL source declares that the host can name: kernels with their
// parameters, instantiations with a host name, function constants.
#pragma once

#include <string>
#include <vector>

#include "declarations.hpp"

namespace softmetal {

enum class ParameterKind { buffer, threadgroup, texture, sampler, builtin, unsupported };

struct Parameter {
  ParameterKind kind = ParameterKind::buffer;
  std::string name;
  std::string type;     // without name, attributes and default argument
  std::string builtin;  // kind builtin: the attribute; unsupported: what is not supported
  std::string index;    // expression of [[buffer(n)]], ...; empty: numbered in order
  std::string present;  // expression of [[function_constant(f)]]; empty: always present
};

struct KernelSource {
  std::string name;                // as the host calls it
  std::string function;            // as C++ calls it: `f`, `f<float, 4>`
  std::string template_arguments;  // with < and >, empty when there are none
  std::size_t definition = 0;      // index into declarations
  std::size_t place = 0;           // index into declarations: the instantiation, or the definition
  std::string cast_types;          // parameter types that select the overload; unset for templates
  bool has_cast_types = false;
  std::vector<Parameter> parameters;
};

struct FunctionConstantSource {
  std::string name;
  std::string index;  // expression
  std::size_t declaration = 0;
};

struct SourceModel {
  std::vector<Declaration> declarations;
  std::vector<KernelSource> kernels;
  std::vector<FunctionConstantSource> constants;
};

[[nodiscard]] SourceModel discover(Tokens tokens);

}  // namespace softmetal
