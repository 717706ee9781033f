// elementwise.metal: one operation on every element; one kernel of one of three shapes.
//
// These macros and the text of the file with the operation come first:
//   NAME        of the kernel
//   OPERATION   its structure
//   PARAMETERS  of the inputs, in order: `device const T* x0 [[buffer(0)]]` for an array,
//               `constant T& x0 [[buffer(0)]]` for a number
//   VALUES      the operation's arguments; the element of the k-th *array* is at INDEX(k)
//   RESULT(v)   what the operation gave, as the element that is stored
//   OUTPUT      its type; OUTPUT_INDEX the buffer index of the result
//   ARRAYS      how many arrays there are, the result (the last one) included
//   DIMENSIONS  0: all arrays contiguous and of one shape; 3: up to three dimensions with any
//               strides; 8: up to eight

#if DIMENSIONS == 0

#define INDEX(k) i

kernel void NAME(PARAMETERS, device OUTPUT* out [[buffer(OUTPUT_INDEX)]],
                 uint i [[thread_position_in_grid]]) {
  out[i] = RESULT(OPERATION::apply(VALUES));
}

#else

// In elements, the dimension that runs fastest first. The grid holds the first two dimensions and
// in z the product of all others.
struct Layout {
  long offset[ARRAYS];
  long stride[ARRAYS][DIMENSIONS];
#if DIMENSIONS > 3
  uint extent[DIMENSIONS - 2];  // of the dimensions in z
#endif
};

inline long element(constant Layout& layout, uint array, uint3 p) {
  long index = layout.offset[array] + long(p.x) * layout.stride[array][0] +
               long(p.y) * layout.stride[array][1];
#if DIMENSIONS > 3
  uint rest = p.z;
  for (uint d = 2; d < DIMENSIONS; ++d) {
    const uint extent = layout.extent[d - 2];
    index += long(rest % extent) * layout.stride[array][d];
    rest /= extent;
  }
#else
  index += long(p.z) * layout.stride[array][2];
#endif
  return index;
}

#define INDEX(k) element(layout, k, p)

kernel void NAME(PARAMETERS, device OUTPUT* out [[buffer(OUTPUT_INDEX)]],
                 constant Layout& layout [[buffer(OUTPUT_INDEX + 1)]],
                 uint3 p [[thread_position_in_grid]]) {
  out[INDEX(ARRAYS - 1)] = RESULT(OPERATION::apply(VALUES));
}

#endif
