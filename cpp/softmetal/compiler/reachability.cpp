// reachability.cpp: a graph of declarations, followed from each kernel.
#include "reachability.hpp"

#include <algorithm>
#include <unordered_map>

namespace softmetal {
namespace {

// Library functions that threads of a group meet in.
bool synchronises(Tokens tokens, std::size_t index) {
  const std::string_view name = tokens[index].text;
  return name == "threadgroup_barrier" || name == "simdgroup_barrier" ||
         is_lane_exchange(tokens, index);
}

class Graph {
 public:
  Graph(Tokens tokens, const SourceModel& model) : tokens_(tokens), model_(model) {
    const std::vector<Declaration>& all = model.declarations;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const std::string_view name : all[i].names) by_name[name].push_back(i);
      const bool instantiation = all[i].kind == DeclarationKind::instantiation;
      if (all[i].names.empty() && !instantiation) always_.push_back(i);
    }
    nodes_.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) read(all[i].range, by_name, nodes_[i]);
    for (std::size_t i = 0; i < model.constants.size(); ++i) {
      constant_of_[model.constants[i].declaration] = i;
    }
  }

  KernelUses from(const KernelSource& kernel) const {
    KernelUses uses;
    std::vector<bool> seen(nodes_.size());
    std::vector<std::size_t> open = always_;
    open.push_back(kernel.definition);
    open.push_back(kernel.place);
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      uses.needs_fibers |= nodes_[at].synchronises;
      if (const auto found = constant_of_.find(at); found != constant_of_.end()) {
        uses.constants.push_back(found->second);
      }
      open.insert(open.end(), nodes_[at].uses.begin(), nodes_[at].uses.end());
    }
    std::sort(uses.constants.begin(), uses.constants.end());
    return uses;
  }

 private:
  struct Node {
    bool synchronises = false;
    std::vector<std::size_t> uses;
  };

  void read(TokenRange range,
            const std::unordered_map<std::string_view, std::vector<std::size_t>>& by_name,
            Node& node) const {
    for (std::size_t i = range.first; i < range.last; ++i) {
      if (!tokens_[i].is_identifier()) continue;
      node.synchronises |= synchronises(tokens_, i);
      if (const auto found = by_name.find(tokens_[i].text); found != by_name.end()) {
        node.uses.insert(node.uses.end(), found->second.begin(), found->second.end());
      }
    }
    std::sort(node.uses.begin(), node.uses.end());
    node.uses.erase(std::unique(node.uses.begin(), node.uses.end()), node.uses.end());
  }

  Tokens tokens_;
  const SourceModel& model_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> always_;
  std::unordered_map<std::size_t, std::size_t> constant_of_;
};

}  // namespace

// Names of variables (`simd_size`) do not count: a function is followed by its arguments.
bool is_lane_exchange(Tokens tokens, std::size_t index) {
  const std::string_view name = tokens[index].text;
  if (name.starts_with("simdgroup_matrix") || name.starts_with("simdgroup_float") ||
      name.starts_with("simdgroup_half") || name.starts_with("simdgroup_bfloat")) {
    return true;
  }
  const bool prefixed = name.starts_with("simd_") || name.starts_with("quad_") ||
                        name.starts_with("simdgroup_") || name.starts_with("__metal_simd");
  if (!prefixed || name == "simdgroup_barrier" || index + 1 >= tokens.size()) return false;
  const Token& next = tokens[index + 1];
  return next.is("(") || next.is("<") || next.is(",") || next.is(">");
}

std::vector<KernelUses> find_uses(Tokens tokens, const SourceModel& model) {
  const Graph graph(tokens, model);
  std::vector<KernelUses> uses;
  uses.reserve(model.kernels.size());
  for (const KernelSource& kernel : model.kernels) uses.push_back(graph.from(kernel));
  return uses;
}

}  // namespace softmetal
