package org.kpackworkbench.model.format.registration;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * One x86-64 instruction, taken apart as far as constructors need it: its length, its operation and
 * its operands. Immutable.
 *
 * @param length in bytes
 * @param map 0 for one-byte operations, 1 for {@code 0F}, 2 for {@code 0F 38}, 3 for {@code 0F 3A}
 * @param opcode the operation's byte
 * @param vector whether it is encoded as a vector operation (VEX)
 * @param wide whether operands have 64 bits
 * @param narrow whether operands have 16 bits
 * @param repeat the last {@code F2} or {@code F3} before it, or 0
 * @param register the register, or the group's member, that the operand byte names; -1 without one
 * @param operand the register of the other operand; -1 if that is in memory, or there is none
 * @param memory where the other operand is in memory; else null
 * @param immediate the constant at its end, with its sign; 0 if it has none
 */
record Instruction(
    int length,
    int map,
    int opcode,
    boolean vector,
    boolean wide,
    boolean narrow,
    int repeat,
    int register,
    int operand,
    @Nullable Memory memory,
    long immediate) {

  /**
   * An operand in memory.
   *
   * @param base the base register; -1 for none
   * @param index the index register; -1 for none
   * @param relative whether the displacement counts from the end of the instruction
   * @param foreign whether it counts from a segment register, such as thread-local storage
   */
  record Memory(
      int base, int index, int scale, long displacement, boolean relative, boolean foreign) {}

  /** Reads the instruction at an offset; null if it is none of those that are known here. */
  static @Nullable Instruction read(ByteView code, long offset) throws FormatException {
    return new Decoder(code, offset).decode();
  }

  private static final class Decoder {
    private final ByteView code;
    private final long start;
    private long at;
    private boolean narrow;
    private boolean foreign;
    private int repeat;
    private int rex;
    private int register = -1;
    private int operand = -1;
    private @Nullable Memory memory;

    Decoder(ByteView code, long start) {
      this.code = code;
      this.start = start;
      this.at = start;
    }

    @Nullable Instruction decode() throws FormatException {
      int opcode = prefixes();
      if (opcode == 0xc4 || opcode == 0xc5) {
        return vector(opcode);
      }
      if (opcode != 0x0f) {
        return oneByte(opcode);
      }
      int second = next();
      if (second == 0x38 || second == 0x3a) {
        int third = next();
        operands();
        return made(second == 0x38 ? 2 : 3, third, false, second == 0x3a ? signed(1) : 0);
      }
      return twoByte(second);
    }

    private int prefixes() throws FormatException {
      while (true) {
        int value = next();
        switch (value) {
          case 0x66 -> narrow = true;
          case 0x64, 0x65 -> foreign = true;
          case 0x26, 0x2e, 0x36, 0x3e -> {}
          case 0xf2, 0xf3 -> repeat = value;
          default -> {
            if ((value & 0xf0) == 0x40) {
              rex = value;
              return next();
            }
            return value;
          }
        }
        if (at - start > 14) {
          return 0x06; // None such in 64-bit code.
        }
      }
    }

    private @Nullable Instruction oneByte(int opcode) throws FormatException {
      int group = opcode & 7;
      if (opcode < 0x40) {
        return group <= 3 ? plain(opcode) : group <= 5 ? made(0, opcode, false, full(group)) : null;
      }
      return switch (opcode) {
        case 0x63, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8d, 0x8f -> plain(opcode);
        case 0xd0, 0xd1, 0xd2, 0xd3, 0xfe, 0xff -> plain(opcode);
        case 0x69, 0x81, 0xc7 -> withOperands(0, opcode, narrow ? 2 : 4);
        case 0x6b, 0x80, 0x83, 0xc0, 0xc1, 0xc6 -> withOperands(0, opcode, 1);
        case 0xf6, 0xf7 -> {
          operands();
          boolean test = (register & 7) <= 1;
          yield made(0, opcode, false, test ? full(opcode & 1) : 0);
        }
        case 0x68, 0xe8, 0xe9 -> made(0, opcode, false, signed(4));
        case 0x6a, 0xa8, 0xeb -> made(0, opcode, false, signed(1));
        case 0xa9 -> made(0, opcode, false, full(1));
        case 0x90, 0x98, 0x99, 0xc3, 0xc9, 0xcc -> made(0, opcode, false, 0);
        default -> {
          int low = opcode & 0xf0;
          if (low == 0x50) {
            yield made(0, opcode, false, 0);
          }
          if (low == 0x70) {
            yield made(0, opcode, false, signed(1));
          }
          if (low == 0xb0) {
            boolean whole = (rex & 8) != 0;
            yield made(0, opcode, false, opcode < 0xb8 ? signed(1) : whole ? signed(8) : full(1));
          }
          yield null;
        }
      };
    }

    private @Nullable Instruction twoByte(int opcode) throws FormatException {
      int high = opcode & 0xf0;
      if (high == 0x80) {
        return made(1, opcode, false, signed(4));
      }
      return switch (opcode) {
        case 0x05, 0x0b, 0x31, 0xa2 -> made(1, opcode, false, 0);
        case 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6 ->
            withOperands(1, opcode, 1);
        default -> {
          boolean known =
              (opcode >= 0x10 && opcode <= 0x1f)
                  || (opcode >= 0x28 && opcode <= 0x2f)
                  || (opcode >= 0x40 && opcode <= 0x7f && opcode != 0x77)
                  || high == 0x90
                  || (opcode >= 0xa3 && opcode <= 0xbf && opcode != 0xa8 && opcode != 0xa9)
                  || opcode == 0xc0
                  || opcode == 0xc1
                  || opcode >= 0xd0;
          if (!known) {
            yield null;
          }
          operands();
          yield made(1, opcode, false, 0);
        }
      };
    }

    private @Nullable Instruction vector(int kind) throws FormatException {
      int map = 1;
      if (kind == 0xc5) {
        int one = next();
        rex = (one & 0x80) == 0 ? 4 : 0;
      } else {
        int one = next();
        rex = (~one >> 5) & 7;
        map = one & 0x1f;
        at++;
      }
      int opcode = next();
      if (map < 1 || map > 3) {
        return null;
      }
      if (map == 1 && opcode == 0x77) {
        return made(1, opcode, true, 0);
      }
      operands();
      boolean constant =
          map == 3
              || (map == 1 && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2))
              || (map == 1 && opcode >= 0xc4 && opcode <= 0xc6);
      return made(map, opcode, true, constant ? signed(1) : 0);
    }

    private Instruction plain(int opcode) throws FormatException {
      operands();
      return made(0, opcode, false, 0);
    }

    private Instruction withOperands(int map, int opcode, int constantBytes)
        throws FormatException {
      operands();
      return made(map, opcode, false, signed(constantBytes));
    }

    private Instruction made(int map, int opcode, boolean vector, long constant) {
      return new Instruction(
          (int) (at - start),
          map,
          opcode,
          vector,
          (rex & 8) != 0,
          narrow,
          repeat,
          register < 0 ? (opcode & 7) | (rex & 1) << 3 : register,
          operand,
          memory,
          constant);
    }

    private void operands() throws FormatException {
      int byteValue = next();
      int mode = byteValue >> 6;
      int low = byteValue & 7;
      register = (byteValue >> 3 & 7) | (rex & 4) << 1;
      if (mode == 3) {
        operand = low | (rex & 1) << 3;
        return;
      }
      int base = low | (rex & 1) << 3;
      int index = -1;
      int scale = 1;
      boolean relative = false;
      if (low == 4) {
        int sib = next();
        scale = 1 << (sib >> 6);
        index = (sib >> 3 & 7) | (rex & 2) << 2;
        index = index == 4 ? -1 : index;
        low = sib & 7;
        base = low | (rex & 1) << 3;
        if (low == 5 && mode == 0) {
          memory = new Memory(-1, index, scale, signed(4), false, foreign);
          return;
        }
      } else if (low == 5 && mode == 0) {
        base = -1;
        relative = true;
      }
      long displacement = relative || mode == 2 ? signed(4) : mode == 1 ? signed(1) : 0;
      memory = new Memory(base, index, scale, displacement, relative, foreign);
    }

    private int next() throws FormatException {
      return code.u8(at++);
    }

    /** A constant of 1 byte, or of the operands' size where that is larger. */
    private long full(int kind) throws FormatException {
      return signed((kind & 1) == 0 ? 1 : narrow ? 2 : 4);
    }

    private long signed(int bytes) throws FormatException {
      long value =
          switch (bytes) {
            case 1 -> (byte) code.u8(at);
            case 2 -> (short) code.u16(at);
            case 4 -> (int) code.u32(at);
            default -> code.u64(at);
          };
      at += bytes;
      return value;
    }
  }
}
