// division.cpp: see division.hpp. Decodes DIV and IDIV (opcodes F6 and F7, /6 and /7) in 64-bit
// mode: Intel's manual, volume 2, chapter 2. Runs in a signal handler.
#include "division.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace softmetal::cpu {

#if defined(__x86_64__)

namespace {

// Registers by their number in an instruction.
constexpr std::array registers = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15};
constexpr unsigned rsp = 4;  // as an index: none; as a base of ModRM: a SIB byte follows
constexpr unsigned rbp = 5;  // as a base without displacement: relative to RIP, or absolute

struct Division {
  unsigned bytes;  // operand size: 1, 2, 4 or 8
  std::uint64_t divisor;
  std::uint64_t next;  // address of the following instruction
};

class Decoder {
 public:
  explicit Decoder(const gregset_t& values)
      : values_(values), at_(reinterpret_cast<const std::uint8_t*>(values[REG_RIP])) {}

  std::optional<Division> decode() noexcept {
    if (!prefixes()) return std::nullopt;
    const std::uint8_t opcode = *at_++;
    if (opcode != 0xF6 && opcode != 0xF7) return std::nullopt;
    const std::uint8_t modrm = *at_++;
    const unsigned operation = modrm >> 3 & 7;
    if (operation != 6 && operation != 7) return std::nullopt;
    Division division{};
    division.bytes = opcode == 0xF6 ? 1 : (rex_ & 8) != 0 ? 8 : short_operand_ ? 2 : 4;
    if (modrm >> 6 == 3) {
      division.divisor = register_operand(modrm & 7, division.bytes);
    } else {
      const std::uint64_t address = memory_operand(modrm >> 6, modrm & 7);
      std::memcpy(&division.divisor, reinterpret_cast<const void*>(address), division.bytes);
    }
    division.next = reinterpret_cast<std::uint64_t>(at_);
    return division;
  }

 private:
  // False for prefixes that compiled kernels do not have (segments with a base).
  bool prefixes() noexcept {
    for (;; ++at_) {
      switch (*at_) {
        case 0x66:
          short_operand_ = true;
          break;
        case 0x67:
          short_address_ = true;
          break;
        case 0xF2:
        case 0xF3:
        case 0x2E:
        case 0x36:
        case 0x3E:
        case 0x26:
          break;
        case 0x64:
        case 0x65:
          return false;
        default:
          if ((*at_ & 0xF0) == 0x40) rex_ = *at_++;
          return true;
      }
    }
  }

  [[nodiscard]] std::uint64_t value(unsigned number) const noexcept {
    return static_cast<std::uint64_t>(values_[registers[number]]);
  }

  [[nodiscard]] std::uint64_t register_operand(unsigned rm, unsigned bytes) const noexcept {
    // Without REX, byte registers 4 to 7 are AH, CH, DH, BH.
    if (bytes == 1 && rex_ == 0 && rm >= 4) return value(rm - 4) >> 8 & 0xFF;
    const std::uint64_t whole = value(rm | extension(0));
    return bytes == 8 ? whole : whole & ((std::uint64_t{1} << bytes * 8) - 1);
  }

  // Bit `bit` of REX (0 B, 1 X) as the high bit of a register number.
  [[nodiscard]] unsigned extension(unsigned bit) const noexcept { return (rex_ >> bit & 1u) << 3; }

  std::uint64_t displacement(unsigned bytes) noexcept {
    std::int64_t value = 0;
    // Sign extension is what the processor does.  NOLINTNEXTLINE(bugprone-signed-char-misuse)
    if (bytes == 1) value = static_cast<std::int8_t>(*at_);
    if (bytes == 4) {
      std::int32_t wide = 0;
      std::memcpy(&wide, at_, 4);
      value = wide;
    }
    at_ += bytes;
    return static_cast<std::uint64_t>(value);
  }

  std::uint64_t memory_operand(unsigned mod, unsigned rm) noexcept {
    std::uint64_t address = 0;
    unsigned displaced = mod == 1 ? 1 : mod == 2 ? 4 : 0;
    bool relative = false;
    if (rm == rsp) {
      const std::uint8_t sib = *at_++;
      const unsigned index = (sib >> 3 & 7u) | extension(1);
      if (index != rsp) address += value(index) << (sib >> 6);
      if (mod == 0 && (sib & 7) == rbp) {
        displaced = 4;
      } else {
        address += value((sib & 7u) | extension(0));
      }
    } else if (mod == 0 && rm == rbp) {
      displaced = 4;
      relative = true;
    } else {
      address += value(rm | extension(0));
    }
    address += displacement(displaced);
    if (relative) address += reinterpret_cast<std::uint64_t>(at_);
    return short_address_ ? address & 0xFFFFFFFF : address;
  }

  const gregset_t& values_;
  const std::uint8_t* at_;
  std::uint8_t rex_ = 0;
  bool short_operand_ = false;
  bool short_address_ = false;
};

// Replaces the low `bytes` of a register, as an instruction does: 4 bytes clear the upper half.
void write(greg_t& whole, std::uint64_t value, unsigned bytes) noexcept {
  if (bytes >= 4) {
    whole = static_cast<greg_t>(bytes == 4 ? value & 0xFFFFFFFF : value);
  } else {
    std::memcpy(&whole, &value, bytes);
  }
}

}  // namespace

bool finish_division(ucontext_t& context) noexcept {
  gregset_t& values = context.uc_mcontext.gregs;
  const std::optional<Division> division = Decoder(values).decode();
  if (!division) return false;
  const auto dividend = static_cast<std::uint64_t>(values[REG_RAX]);
  const std::uint64_t quotient = division->divisor == 0 ? 0 : dividend;
  const std::uint64_t remainder = division->divisor == 0 ? dividend : 0;
  if (division->bytes == 1) {
    write(values[REG_RAX], (quotient & 0xFF) | (remainder & 0xFF) << 8, 2);
  } else {
    write(values[REG_RAX], quotient, division->bytes);
    write(values[REG_RDX], remainder, division->bytes);
  }
  values[REG_RIP] = static_cast<greg_t>(division->next);
  return true;
}

#else

bool finish_division(ucontext_t& /*context*/) noexcept { return false; }

#endif

}  // namespace softmetal::cpu
