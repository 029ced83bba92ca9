package org.kpackworkbench.model.format.registration;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registration.Instruction.Memory;

/**
 * Follows x86-64 code with what is known of registers and memory, and calls back where it calls a
 * function of another file. It follows conditions only if it knows them; any unknown instruction
 * ends the run. Memory that was written stays for the next run. Not for use by many threads.
 */
final class Machine {
  static final int RAX = 0;
  static final int RCX = 1;
  static final int RDX = 2;
  static final int RSP = 4;
  static final int RBP = 5;
  static final int RSI = 6;
  static final int RDI = 7;

  private static final long STACK = 0x7ff0_0000_0000_0000L;
  private static final int MOST_CALLS_DEEP = 4;
  private static final int MOST_WRITTEN_BYTES = 32;
  private static final int[] CLOBBERED = {RAX, RCX, RDX, RSI, RDI, 8, 9, 10, 11};

  private final HostCode code;
  private final Calls calls;
  private final @Nullable Long[] registers = new Long[16];

  /** Values that were written, by address; an empty value is something that is not known. */
  private final NavigableMap<Long, Written> memory = new TreeMap<>();

  private @Nullable Boolean zero;
  private long left;

  private record Written(int sizeBytes, @Nullable Long value) {}

  /** Actions at calls. */
  interface Calls {
    /**
     * A function of another file is called.
     *
     * @return what it answers; null if that is not known
     */
    @Nullable Long called(String function, Machine machine) throws FormatException;

    /** Whether a function of this file is followed when it is called so. */
    boolean follows(Machine machine);

    /** How many more instructions may be run when one loads this address; 0 for no more. */
    long worth(long address);

    /** A value is stored, outside of the stack or in it. */
    void stored(long address, long value);
  }

  Machine(HostCode code, Calls calls) {
    this.code = code;
    this.calls = calls;
  }

  /** Whether an address is one of the stack that functions are run with. */
  static boolean isStack(long address) {
    return address >= STACK / 2;
  }

  /** Returns the value of a register; null if that is not known. */
  @Nullable Long register(int number) {
    return registers[number];
  }

  /**
   * Runs a function to its end.
   *
   * @param instructions how many it may have before it does something that is worth more
   * @return whether its end was reached
   */
  boolean run(long function, long instructions) throws FormatException {
    Arrays.fill(registers, null);
    memory.tailMap(STACK / 2).clear();
    registers[RSP] = STACK;
    zero = null;
    left = instructions;
    return function(function, 0);
  }

  private boolean function(long start, int depth) throws FormatException {
    long address = start;
    long base = start;
    ByteView bytes = code.from(base);
    while (left-- > 0) {
      if (address < base || address - base >= bytes.size()) {
        base = address;
        bytes = code.from(base);
      }
      Instruction instruction = Instruction.read(bytes, address - base);
      if (instruction == null) {
        return false;
      }
      long next = address + instruction.length();
      if (instruction.map() != 0 || instruction.vector()) {
        Long target = instruction.vector() ? null : branch(instruction, next);
        if (target != null) {
          if (target == 0) {
            return false;
          }
          address = target;
          continue;
        }
        if (!other(instruction, next)) {
          return false;
        }
        address = next;
        continue;
      }
      int opcode = instruction.opcode();
      switch (opcode) {
        case 0xc3 -> {
          adjust(RSP, 8);
          return true;
        }
        case 0xe8 -> {
          if (!call(next + instruction.immediate(), "", depth)) {
            return false;
          }
          address = next;
        }
        case 0xe9, 0xeb -> {
          long target = next + instruction.immediate();
          String function = code.importedThrough(target);
          if (!function.isEmpty()) {
            registers[RAX] = calls.called(function, this);
            adjust(RSP, 8);
            return true;
          }
          address = target;
        }
        case 0xff -> {
          Boolean goesOn = indirect(instruction, next, depth);
          if (goesOn == null) {
            return false;
          }
          if (!goesOn) {
            return true;
          }
          address = next;
        }
        default -> {
          if ((opcode & 0xf0) == 0x70) {
            Long target = taken(opcode & 15, next + instruction.immediate(), next);
            if (target == null) {
              return false;
            }
            address = target;
          } else if (plain(instruction, next)) {
            address = next;
          } else {
            return false;
          }
        }
      }
    }
    return false;
  }

  /** Where a two-byte condition leads; 0 if that is not known, null if it is none. */
  private @Nullable Long branch(Instruction instruction, long next) {
    if (instruction.map() != 1 || (instruction.opcode() & 0xf0) != 0x80) {
      return null;
    }
    Long target = taken(instruction.opcode() & 15, next + instruction.immediate(), next);
    return target == null ? (Long) 0L : target;
  }

  /** Where a condition leads; only equal and not equal are known ever. */
  private @Nullable Long taken(int condition, long target, long next) {
    Boolean known = zero;
    if (known == null || (condition != 4 && condition != 5)) {
      return null;
    }
    return known == (condition == 4) ? (Long) target : (Long) next;
  }

  /** Calls a function; false if that cannot be followed. */
  private boolean call(long target, String known, int depth) throws FormatException {
    String function = known.isEmpty() ? code.importedThrough(target) : known;
    Long answer = null;
    if (!function.isEmpty()) {
      answer = calls.called(function, this);
    } else if (calls.follows(this)) {
      if (depth >= MOST_CALLS_DEEP) {
        return false;
      }
      push(null);
      if (!function(target, depth + 1)) {
        return false;
      }
    }
    clobber();
    registers[RAX] = answer;
    return true;
  }

  private void clobber() {
    for (int register : CLOBBERED) {
      registers[register] = null;
    }
    zero = null;
  }

  /** Runs {@code FF}: true goes on, false was the end, null is not known. */
  private @Nullable Boolean indirect(Instruction instruction, long next, int depth)
      throws FormatException {
    switch (instruction.register() & 7) {
      case 0, 1 -> {
        set(instruction, next, null, 8);
        zero = null;
        return true;
      }
      case 2, 4 -> {
        Memory slot = instruction.memory();
        String function =
            slot != null && slot.relative() && slot.index() < 0 && !slot.foreign()
                ? code.imported(next + slot.displacement())
                : "";
        boolean jump = (instruction.register() & 7) == 4;
        if (function.isEmpty()) {
          if (jump || calls.follows(this)) {
            return null;
          }
          clobber();
          return true;
        }
        if (!jump) {
          return call(0, function, depth) ? (Boolean) true : null;
        }
        registers[RAX] = calls.called(function, this);
        adjust(RSP, 8);
        return false;
      }
      case 6 -> {
        push(value(instruction, next));
        return true;
      }
      default -> {
        return null;
      }
    }
  }

  /** One-byte operations that do not branch; false for what is not known. */
  private boolean plain(Instruction instruction, long next) throws FormatException {
    int opcode = instruction.opcode();
    int register = instruction.register();
    if (opcode < 0x40) {
      arithmetic(instruction, next);
      return true;
    }
    switch (opcode) {
      case 0x68, 0x6a -> push(instruction.immediate());
      case 0x63, 0x69, 0x6b -> registers[register] = null;
      case 0x80, 0x81, 0x83 -> constant(instruction, next);
      case 0x84, 0xa8, 0xa9, 0xf6 -> {
        zero = null;
        if (opcode == 0xf6 && (register & 7) > 1) {
          unknown(instruction, next);
        }
      }
      case 0x85 -> {
        Long value = registers[register];
        boolean itself = instruction.operand() == register;
        zero = null;
        if (itself && instruction.wide() && value != null) {
          zero = value == 0;
        }
      }
      case 0x86, 0x87, 0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3, 0xf7, 0xfe -> {
        zero = null;
        unknown(instruction, next);
        if (opcode < 0x90) {
          registers[register] = null;
        }
      }
      case 0x88 -> set(instruction, next, null, 1);
      case 0x89 ->
          set(instruction, next, sized(instruction, registers[register]), size(instruction));
      case 0x8a -> registers[register] = null;
      case 0x8b -> {
        Long value =
            instruction.wide() || instruction.operand() >= 0 ? value(instruction, next) : null;
        registers[register] = sized(instruction, value);
      }
      case 0x8d -> {
        Long address = address(instruction, next);
        registers[register] = sized(instruction, address);
        noticed(address);
      }
      case 0x8f -> set(instruction, next, pop(), 8);
      case 0x90 -> {}
      case 0x98 -> registers[RAX] = null;
      case 0x99 -> registers[RDX] = null;
      case 0xc6 -> set(instruction, next, null, 1);
      case 0xc7 ->
          set(instruction, next, sized(instruction, instruction.immediate()), size(instruction));
      case 0xc9 -> {
        registers[RSP] = registers[RBP];
        registers[RBP] = pop();
      }
      default -> {
        return shortForm(instruction, opcode, register);
      }
    }
    return true;
  }

  private boolean shortForm(Instruction instruction, int opcode, int register)
      throws FormatException {
    if (opcode >= 0x50 && opcode <= 0x57) {
      push(registers[register]);
    } else if (opcode >= 0x58 && opcode <= 0x5f) {
      registers[register] = pop();
    } else if (opcode >= 0xb0 && opcode <= 0xb7) {
      registers[register] = null;
    } else if (opcode >= 0xb8 && opcode <= 0xbf) {
      registers[register] = sized(instruction, instruction.immediate());
      noticed(registers[register]);
    } else {
      return false;
    }
    return true;
  }

  /** Two-byte and vector operations; only those that change what is known matter. */
  private boolean other(Instruction instruction, long next) {
    int opcode = instruction.opcode();
    if (instruction.map() == 1 && !instruction.vector()) {
      if (opcode == 0x05 || opcode == 0x0b) {
        return false;
      }
      if (opcode == 0x18 || opcode == 0x1e || opcode == 0x1f || opcode == 0x0d) {
        return true;
      }
    }
    // What it writes is not known; most of it is in vector registers, which are not kept.
    int register = instruction.register();
    boolean general = instruction.map() == 1 && opcode >= 0xa3 && opcode <= 0xc1;
    boolean condition = instruction.map() == 1 && (opcode & 0xf0) == 0x90;
    boolean outOfVector = instruction.map() != 1 || opcode == 0x7e;
    if (general || instruction.map() != 1 || opcode == 0x2e || opcode == 0x2f) {
      zero = null;
    }
    int operand = instruction.operand();
    if (operand >= 0 && (general || condition || outOfVector)) {
      registers[operand] = null;
    }
    boolean intoRegister =
        general
            || instruction.map() != 1
            || (opcode >= 0x40 && opcode <= 0x50)
            || opcode == 0x2c
            || opcode == 0x2d
            || opcode == 0xc5
            || (opcode >= 0xc8 && opcode <= 0xcf)
            || opcode == 0xd7;
    if (intoRegister) {
      registers[register] = null;
    }
    boolean stores =
        general
            || condition
            || outOfVector
            || opcode == 0x11
            || opcode == 0x13
            || opcode == 0x17
            || opcode == 0x29
            || opcode == 0x2b
            || opcode == 0x7f
            || opcode == 0xc3
            || opcode == 0xd6
            || opcode == 0xe7;
    if (stores && instruction.memory() != null) {
      set(instruction, next, null, condition ? 1 : MOST_WRITTEN_BYTES);
    }
    return true;
  }

  private void noticed(@Nullable Long address) {
    if (address != null) {
      left = Math.max(left, calls.worth(address));
    }
  }

  private void unknown(Instruction instruction, long next) {
    set(instruction, next, null, 8);
  }

  /** {@code add, or, adc, sbb, and, sub, xor, cmp} of registers and memory. */
  private void arithmetic(Instruction instruction, long next) throws FormatException {
    int operation = instruction.opcode() >> 3;
    int form = instruction.opcode() & 7;
    if (form >= 4) {
      zero = null;
      if (operation != 7) {
        registers[RAX] = null;
      }
      return;
    }
    int register = instruction.register();
    boolean itself = instruction.operand() == register && (form == 1 || form == 3);
    if (itself && (operation == 6 || operation == 5)) {
      registers[register] = 0L;
      zero = true;
      return;
    }
    Long first = registers[register];
    Long second = instruction.wide() ? value(instruction, next) : null;
    zero = null;
    Long result = null;
    if (first != null && second != null) {
      if (operation == 7) {
        zero = first.equals(second);
      } else if (operation == 0) {
        result = first + second;
      } else if (operation == 5) {
        result = form == 1 ? second - first : first - second;
      }
    }
    if (operation == 7) {
      return;
    }
    if (form <= 1) {
      set(instruction, next, result, form == 0 ? 1 : size(instruction));
    } else {
      registers[register] = result;
    }
  }

  /** Runs the operations of {@link #arithmetic} with a constant. */
  private void constant(Instruction instruction, long next) throws FormatException {
    int operation = instruction.register() & 7;
    boolean whole = instruction.wide() && instruction.opcode() != 0x80;
    Long value = whole ? value(instruction, next) : null;
    if (operation == 7) {
      zero = value == null ? null : (Boolean) (value == instruction.immediate());
      return;
    }
    Long result = null;
    if (value != null) {
      result =
          switch (operation) {
            case 0 -> value + instruction.immediate();
            case 4 -> value & instruction.immediate();
            case 5 -> value - instruction.immediate();
            default -> null;
          };
    }
    zero = result == null ? null : (Boolean) (result == 0);
    set(instruction, next, result, instruction.opcode() == 0x80 ? 1 : size(instruction));
  }

  private static int size(Instruction instruction) {
    return instruction.wide() ? 8 : instruction.narrow() ? 2 : 4;
  }

  /** A value as a register of the operands' size keeps it. */
  private static @Nullable Long sized(Instruction instruction, @Nullable Long value) {
    if (value == null || instruction.narrow()) {
      return null;
    }
    return instruction.wide() ? value : (Long) (value & 0xffff_ffffL);
  }

  private @Nullable Long address(Instruction instruction, long next) {
    Memory memory = instruction.memory();
    if (memory == null || memory.foreign()) {
      return null;
    }
    if (memory.relative()) {
      return next + memory.displacement();
    }
    long sum = memory.displacement();
    if (memory.base() >= 0) {
      Long base = registers[memory.base()];
      if (base == null) {
        return null;
      }
      sum += base;
    }
    if (memory.index() >= 0) {
      Long index = registers[memory.index()];
      if (index == null) {
        return null;
      }
      sum += index * memory.scale();
    }
    return sum;
  }

  /** The 8 bytes of the operand; null if they are not known. */
  private @Nullable Long value(Instruction instruction, long next) throws FormatException {
    if (instruction.operand() >= 0) {
      return registers[instruction.operand()];
    }
    Long address = address(instruction, next);
    return address == null ? null : load(address);
  }

  private @Nullable Long load(long address) throws FormatException {
    Written written = memory.get(address);
    if (written != null && written.sizeBytes() == 8) {
      return written.value();
    }
    boolean touched =
        memory.subMap(address - MOST_WRITTEN_BYTES, false, address + 8, false).entrySet().stream()
            .anyMatch(each -> each.getKey() + each.getValue().sizeBytes() > address);
    return touched || address >= STACK / 2 ? null : code.pointer(address);
  }

  private void set(Instruction instruction, long next, @Nullable Long value, int sizeBytes) {
    int operand = instruction.operand();
    if (operand >= 0) {
      registers[operand] = sizeBytes >= 4 ? value : null;
      return;
    }
    Long address = address(instruction, next);
    if (address != null) {
      store(address, value, sizeBytes);
    }
  }

  private void store(long address, @Nullable Long value, int sizeBytes) {
    memory.subMap(address, true, address + sizeBytes, false).clear();
    memory.put(address, new Written(sizeBytes, value));
    if (value != null) {
      calls.stored(address, value);
    }
    // What began before and reached into it is not whole any more.
    memory
        .subMap(address - MOST_WRITTEN_BYTES, false, address, false)
        .replaceAll(
            (at, written) ->
                at + written.sizeBytes() > address
                    ? new Written(written.sizeBytes(), null)
                    : written);
  }

  private void push(@Nullable Long value) {
    adjust(RSP, -8);
    Long top = registers[RSP];
    if (top != null) {
      store(top, value, 8);
    }
  }

  private @Nullable Long pop() throws FormatException {
    Long top = registers[RSP];
    Long value = top == null ? null : load(top);
    adjust(RSP, 8);
    return value;
  }

  private void adjust(int register, long by) {
    Long value = registers[register];
    registers[register] = value == null ? null : (Long) (value + by);
  }
}
