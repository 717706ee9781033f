// traits.h: <metal_type_traits>, and the few helpers of <metal_utility> that kernels use.
// May use: types.h, bfloat.h.
#pragma once

namespace metal {

template <class T, T V>
struct integral_constant {
  static constexpr T value = V;
  typedef T value_type;
  typedef integral_constant type;
  constexpr operator T() const { return V; }
  constexpr T operator()() const { return V; }
};
template <bool B>
using bool_constant = integral_constant<bool, B>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

template <bool B, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  typedef T type;
};
template <bool B, class T = void>
using enable_if_t = typename enable_if<B, T>::type;

template <bool B, class T, class F>
struct conditional {
  typedef T type;
};
template <class T, class F>
struct conditional<false, T, F> {
  typedef F type;
};
template <bool B, class T, class F>
using conditional_t = typename conditional<B, T, F>::type;

template <class...>
using void_t = void;

template <class T>
struct type_identity {
  typedef T type;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

#define SOFTMETAL_TRANSFORM(name) \
  template <class T>              \
  using name##_t = __##name(T);   \
  template <class T>              \
  struct name {                   \
    typedef __##name(T) type;     \
  };
SOFTMETAL_TRANSFORM(add_lvalue_reference)
SOFTMETAL_TRANSFORM(add_pointer)
SOFTMETAL_TRANSFORM(add_rvalue_reference)
SOFTMETAL_TRANSFORM(decay)
SOFTMETAL_TRANSFORM(make_signed)
SOFTMETAL_TRANSFORM(make_unsigned)
SOFTMETAL_TRANSFORM(remove_all_extents)
SOFTMETAL_TRANSFORM(remove_const)
SOFTMETAL_TRANSFORM(remove_cv)
SOFTMETAL_TRANSFORM(remove_cvref)
SOFTMETAL_TRANSFORM(remove_extent)
SOFTMETAL_TRANSFORM(remove_pointer)
SOFTMETAL_TRANSFORM(remove_volatile)
SOFTMETAL_TRANSFORM(underlying_type)
#undef SOFTMETAL_TRANSFORM

template <class T>
using remove_reference_t = __remove_reference_t(T);
template <class T>
struct remove_reference {
  typedef __remove_reference_t(T) type;
};
template <class T>
using add_const_t = const T;
template <class T>
struct add_const {
  typedef const T type;
};

#define SOFTMETAL_PREDICATE(name, ...)          \
  template <class T>                            \
  inline constexpr bool name##_v = __VA_ARGS__; \
  template <class T>                            \
  struct name : bool_constant<(__VA_ARGS__)> {};
SOFTMETAL_PREDICATE(is_arithmetic, __is_arithmetic(T) || __is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_array, __is_array(T))
SOFTMETAL_PREDICATE(is_class, __is_class(T) && !__is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_compound, __is_compound(T))
SOFTMETAL_PREDICATE(is_const, __is_const(T))
SOFTMETAL_PREDICATE(is_empty, __is_empty(T))
SOFTMETAL_PREDICATE(is_enum, __is_enum(T))
SOFTMETAL_PREDICATE(is_floating_point, __is_floating_point(T) || __is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_function, __is_function(T))
SOFTMETAL_PREDICATE(is_fundamental, __is_fundamental(T) || __is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_integral, __is_integral(T))
SOFTMETAL_PREDICATE(is_lvalue_reference, __is_lvalue_reference(T))
SOFTMETAL_PREDICATE(is_pointer, __is_pointer(T))
SOFTMETAL_PREDICATE(is_reference, __is_reference(T))
SOFTMETAL_PREDICATE(is_rvalue_reference, __is_rvalue_reference(T))
SOFTMETAL_PREDICATE(is_scalar, __is_scalar(T) || __is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_signed, __is_signed(T) || __is_same(__remove_cv(T), bfloat))
SOFTMETAL_PREDICATE(is_standard_layout, __is_standard_layout(T))
SOFTMETAL_PREDICATE(is_trivially_copyable, __is_trivially_copyable(T))
SOFTMETAL_PREDICATE(is_union, __is_union(T))
SOFTMETAL_PREDICATE(is_unsigned, __is_unsigned(T))
SOFTMETAL_PREDICATE(is_void, __is_void(T))
SOFTMETAL_PREDICATE(is_volatile, __is_volatile(T))
#undef SOFTMETAL_PREDICATE

#define SOFTMETAL_RELATION(name, builtin)         \
  template <class T, class U>                     \
  inline constexpr bool name##_v = builtin(T, U); \
  template <class T, class U>                     \
  struct name : bool_constant<builtin(T, U)> {};
SOFTMETAL_RELATION(is_base_of, __is_base_of)
SOFTMETAL_RELATION(is_convertible, __is_convertible)
SOFTMETAL_RELATION(is_same, __is_same)
#undef SOFTMETAL_RELATION

template <class T, class... A>
inline constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class T, class... A>
struct is_constructible : bool_constant<__is_constructible(T, A...)> {};

template <class... B>
struct conjunction : bool_constant<(B::value && ...)> {};
template <class... B>
struct disjunction : bool_constant<(B::value || ...)> {};
template <class B>
struct negation : bool_constant<!B::value> {};

template <class T>
add_rvalue_reference_t<T> declval();

template <class T>
SOFTMETAL_FUNC constexpr remove_reference_t<T>&& move(T&& value) {
  return static_cast<remove_reference_t<T>&&>(value);
}
template <class T>
SOFTMETAL_FUNC constexpr T&& forward(remove_reference_t<T>& value) {
  return static_cast<T&&>(value);
}
template <class T>
SOFTMETAL_FUNC constexpr T&& forward(remove_reference_t<T>&& value) {
  return static_cast<T&&>(value);
}
template <class T>
SOFTMETAL_FUNC void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}

template <class T, class U = T>
SOFTMETAL_FUNC T exchange(T& object, U value) {
  T kept = object;
  object = value;
  return kept;
}

template <class T, T... I>
struct integer_sequence {
  static constexpr size_t size() { return sizeof...(I); }
};
template <size_t... I>
using index_sequence = integer_sequence<size_t, I...>;
template <class T, T N>
using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N>
using make_index_sequence = make_integer_sequence<size_t, N>;

}  // namespace metal
