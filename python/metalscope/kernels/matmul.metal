// matmul.metal: matrix products. Macros that come first: NAME, INPUT_A, INPUT_B and OUTPUT (element
// types), ACCUMULATOR, LOAD_A(v), LOAD_B(v) and STORE(v) (conversions).
#include <metal_stdlib>
using namespace metal;

// A thread's tile of the result. Its columns are adjacent, so that a row of `b` is read as vectors,
// and each of them serves all of the tile's rows. No barriers, no threadgroup memory.
constant constexpr uint ROWS = 4;
constant constexpr uint COLUMNS = 16;

// In elements. Batches run over up to two dimensions; a stride of 0 repeats a matrix.
struct Product {
  uint rows;
  uint columns;
  uint inner;
  uint batches;  // of the faster batch dimension
  long a_offset;
  long b_offset;
  long a_stride[4];  // of rows, columns, faster and slower batch dimension
  long b_stride[3];  // of rows, faster and slower batch dimension; columns are adjacent
};

// Grid: tiles along the columns, tiles along the rows, batches.
kernel void NAME(device const INPUT_A* a_data [[buffer(0)]],
                 device const INPUT_B* b_data [[buffer(1)]], device OUTPUT* out [[buffer(2)]],
                 constant Product& product [[buffer(3)]], uint3 p [[thread_position_in_grid]]) {
  const uint column = p.x * COLUMNS;
  const uint row = p.y * ROWS;
  const uint fast = p.z % product.batches;
  const uint slow = p.z / product.batches;
  device const INPUT_A* a = a_data + product.a_offset + row * product.a_stride[0] +
                            fast * product.a_stride[2] + slow * product.a_stride[3];
  device const INPUT_B* b = b_data + product.b_offset + column + fast * product.b_stride[1] +
                            slow * product.b_stride[2];
  ACCUMULATOR tile[ROWS][COLUMNS];
  for (uint r = 0; r < ROWS; ++r) {
    for (uint c = 0; c < COLUMNS; ++c) {
      tile[r][c] = ACCUMULATOR(0);
    }
  }
  const uint height = min(ROWS, product.rows - row);
  const uint width = min(COLUMNS, product.columns - column);
  if (height == ROWS && width == COLUMNS) {
    for (uint k = 0; k < product.inner; ++k) {
      ACCUMULATOR values[ROWS];
      for (uint r = 0; r < ROWS; ++r) {
        values[r] = LOAD_A(a[r * product.a_stride[0] + k * product.a_stride[1]]);
      }
      for (uint c = 0; c < COLUMNS; ++c) {
        const ACCUMULATOR value = LOAD_B(b[k * product.b_stride[0] + c]);
        for (uint r = 0; r < ROWS; ++r) {
          tile[r][c] += values[r] * value;
        }
      }
    }
  } else {
    for (uint k = 0; k < product.inner; ++k) {
      for (uint r = 0; r < height; ++r) {
        const ACCUMULATOR value = LOAD_A(a[r * product.a_stride[0] + k * product.a_stride[1]]);
        for (uint c = 0; c < width; ++c) {
          tile[r][c] += value * ACCUMULATOR(LOAD_B(b[k * product.b_stride[0] + c]));
        }
      }
    }
  }
  device OUTPUT* to = out + (ulong(p.z) * product.rows + row) * product.columns + column;
  for (uint r = 0; r < ROWS; ++r) {
    for (uint c = 0; c < COLUMNS; ++c) {
      if (r < height && c < width) {
        to[ulong(r) * product.columns + c] = STORE(tile[r][c]);
      }
    }
  }
}
