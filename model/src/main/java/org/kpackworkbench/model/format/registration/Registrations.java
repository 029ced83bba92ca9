package org.kpackworkbench.model.format.registration;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * Which kernels a host binary registers for each of its wrappers, found in its constructors.
 * Immutable, safe for use by many threads.
 *
 * <p>What does not look as compilers write it is not known, and nothing is guessed: another
 * machine's code, a table of kernels that a loop goes over, an instrumented constructor.
 */
public record Registrations(List<@Nullable Set<String>> byWrapper, List<@Nullable String> units) {
  private static final int MOST_CONSTRUCTORS = 200_000;
  private static final int MOST_NAMES = 2_000_000;

  /**
   * Reads a binary's constructors.
   *
   * @throws FormatException only where the file changed meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Registrations read(FatBinary fat, Progress progress) throws FormatException {
    if (!(fat.image() instanceof ElfFile elf)) {
      int wrappers = fat.wrappers().size();
      return new Registrations(
          Collections.nCopies(wrappers, null), Collections.nCopies(wrappers, null));
    }
    Reader reader = new Reader(fat);
    if (elf.header().machine() == ElfMachine.X86_64
        && !elf.header().isObject()
        && !fat.wrappers().isEmpty()) {
      reader.run(progress);
    }
    return new Registrations(reader.result(), CompileUnits.of(elf, reader.handles()));
  }

  /**
   * The names of the kernels that are registered for a wrapper, as the compiler mangled them; null
   * if that is not known, or where the wrapper is not registered at all.
   *
   * @param wrapper the wrapper's number in the binary
   */
  public @Nullable Set<String> kernels(int wrapper) {
    return byWrapper.get(wrapper);
  }

  /**
   * The hash of the compile unit that a wrapper belongs to; null if that is not known.
   *
   * @param wrapper the wrapper's number in the binary
   */
  public @Nullable String unit(int wrapper) {
    return units.get(wrapper);
  }

  /** Whether it is known for every wrapper what it registers. */
  public boolean complete() {
    return !byWrapper.contains(null);
  }

  /**
   * Constructors that compilers write for a unit: they load a wrapper's address, store the handle
   * that its registration returns, and register kernels, there or in a function that lies right
   * before.
   */
  private static final class Reader {
    private static final VarHandle LITTLE_INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int RCX = 1;
    private static final int RDI = 7;
    private static final byte LEA = (byte) 0x8d;
    private static final int MOV = 0xb8;
    private static final byte CALL = (byte) 0xe8;
    private static final int STORE_RAX = 0x05_8948;
    private static final int LOAD_BYTES = 7;

    /** Sets the argument that is -1 for kernels: their limit of threads. Variables have another. */
    private static final byte[] KERNEL = {0x41, (byte) 0xb8, -1, -1, -1, -1};

    private static final int MOST_BYTES = 1 << 24;
    private static final int MOST_TEXT_BYTES = 1 << 16;

    /** Other constructors do not touch a wrapper so early, and are left. */
    private static final int MOST_BYTES_BEFORE = 256;

    private final ElfFile elf;
    private final boolean fixed;
    private final Map<Long, Integer> wrapperAt = new HashMap<>();
    private final List<@Nullable Set<String>> names = new ArrayList<>();
    private final Set<Integer> unknown = new HashSet<>();
    private final Map<Long, Integer> wrapperOf = new HashMap<>();
    private final Set<Integer> registered = new HashSet<>();
    private final NavigableSet<Long> starts = new TreeSet<>();
    private int count;

    Reader(FatBinary fat) {
      this.elf = fat.elf();
      this.fixed = elf.header().type() == ElfHeader.EXECUTABLE;
      for (Wrapper wrapper : fat.wrappers()) {
        wrapperAt.put(wrapper.address(), wrapper.index());
        names.add(null);
      }
    }

    List<@Nullable Set<String>> result() {
      List<@Nullable Set<String>> result = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Set<String> known = names.get(i);
        // Without any name, kernels are registered in another way.
        boolean read = known != null && count > 0 && count <= MOST_NAMES && !unknown.contains(i);
        result.add(read ? Set.copyOf(Objects.requireNonNull(known)) : null);
      }
      return result;
    }

    /** Returns the address of each wrapper's handle; null if that is not known. */
    List<@Nullable Long> handles() {
      List<@Nullable Long> handles = new ArrayList<>(Collections.nCopies(names.size(), null));
      wrapperOf.forEach((handle, wrapper) -> handles.set(wrapper, handle));
      return handles;
    }

    void run(Progress progress) throws FormatException {
      List<Long> constructors = new ArrayList<>();
      for (ElfSection section : elf.sections()) {
        if (section.type() == SectionType.INIT_ARRAY) {
          long slots = Math.min(section.sizeBytes() / 8, MOST_CONSTRUCTORS);
          for (long i = 0; i < slots; i++) {
            Long start = pointer(section.address() + 8 * i);
            if (start != null) {
              constructors.add(start);
            }
          }
        }
      }
      starts.addAll(constructors);
      for (long start : constructors) {
        progress.step(0);
        ElfSection text = elf.sectionAt(start).orElse(null);
        if (text != null && text.isExecutable() && !text.isNoBits()) {
          try {
            constructor(start, text);
          } catch (FormatException unreadable) {
            unreadable.throwIfFileChanged();
          }
        }
      }
    }

    private @Nullable Long pointer(long slot) throws FormatException {
      try {
        PointerValue pointer = elf.effectivePointer(slot);
        ElfSymbol symbol = pointer.symbol();
        return pointer.isKnown()
            ? (Long) pointer.value()
            : symbol == null || symbol.isUndefined() ? null : (Long) symbol.value();
      } catch (FormatException unreadable) {
        unreadable.throwIfFileChanged();
        return null;
      }
    }

    private void constructor(long start, ElfSection text) throws FormatException {
      Long next = starts.higher(start);
      long end = Math.min(text.address() + text.storedSizeBytes(), start + MOST_BYTES);
      end = next == null ? end : Math.min(end, next);
      byte[] head = bytes(text, start, Math.min(end, start + MOST_BYTES_BEFORE));
      for (int at = 0; at + LOAD_BYTES <= head.length; at++) {
        Integer wrapper = wrapperAt.get(loaded(RDI, head, at, start));
        if (wrapper != null) {
          unit(wrapper, text, start, bytes(text, start, end));
          return;
        }
      }
    }

    private void unit(int wrapper, ElfSection text, long start, byte[] code)
        throws FormatException {
      Long before = starts.lower(start);
      Long handle = null;
      int end = code.length;
      long globals = 0;
      for (int at = 0; at + LOAD_BYTES <= end; at++) {
        if (handle == null && (i32(code, at) & 0xff_ffff) == STORE_RAX) {
          handle = start + at + LOAD_BYTES + i32(code, at + 3);
        }
        // A destructor is passed to atexit, and lies right behind.
        long destructor = loaded(RDI, code, at, start);
        if (destructor > start + at && destructor < start + end) {
          end = (int) (destructor - start);
        }
        long called = start + at + 5 + i32(code, at + 1);
        boolean call = code[at] == CALL && called < start && text.containsAddress(called);
        if (call && (before == null || before < called) && start - called <= MOST_BYTES) {
          globals = called;
        }
      }
      if (handle == null) {
        return;
      }
      if (!registered.add(wrapper)) {
        unknown.add(wrapper);
        return;
      }
      Integer first = wrapperOf.putIfAbsent(handle, wrapper);
      // Units that were linked for the device share a handle: the first one registers its wrapper.
      int owner = first == null ? wrapper : first;
      if (first == null) {
        names.set(owner, new HashSet<>());
      }
      kernels(owner, start, Arrays.copyOf(code, end));
      if (globals != 0) {
        kernels(owner, globals, bytes(text, globals, start));
      }
    }

    private void kernels(int wrapper, long start, byte[] code) throws FormatException {
      Set<String> known = Objects.requireNonNull(names.get(wrapper));
      long name = 0;
      for (int at = 0; at + LOAD_BYTES <= code.length; at++) {
        long argument = loaded(RCX, code, at, start);
        name = argument == 0 ? name : argument;
        if (Arrays.equals(code, at, at + KERNEL.length, KERNEL, 0, KERNEL.length)) {
          String text = text(name);
          if (text == null) {
            unknown.add(wrapper);
          } else {
            known.add(text);
          }
          count++;
          name = 0;
        }
      }
    }

    /** The address that an instruction loads into a register; 0 if it does not. */
    private long loaded(int register, byte[] code, int at, long start) {
      if (code[at] == 0x48 && code[at + 1] == LEA && code[at + 2] == (5 | register << 3)) {
        return start + at + LOAD_BYTES + i32(code, at + 3);
      }
      return fixed && code[at] == (byte) (MOV + register) ? i32(code, at + 1) : 0;
    }

    private static int i32(byte[] code, int at) {
      return (int) LITTLE_INT.get(code, at);
    }

    private byte[] bytes(ElfSection text, long start, long end) throws FormatException {
      return elf.content(text).bytes(start - text.address(), (int) (end - start));
    }

    private @Nullable String text(long address) throws FormatException {
      try {
        ByteView bytes = elf.addresses().from(address);
        int most = (int) Math.min(MOST_TEXT_BYTES, bytes.size());
        for (int length = 0; length < most; length++) {
          if (bytes.u8(length) == 0) {
            return new String(bytes.bytes(0, length), StandardCharsets.UTF_8);
          }
        }
        return null;
      } catch (FormatException unreadable) {
        unreadable.throwIfFileChanged();
        return null;
      }
    }
  }

  /**
   * The compile unit's hash that a host binary has for each of its wrappers. Compilers lay a byte
   * called {@code __hip_cuid_HASH} right behind the variable that keeps the handle of a unit's
   * wrapper, and give all code objects of the unit a symbol of the same name. Immutable.
   */
  private static final class CompileUnits {
    private static final int MOST_NAMES = 2_000_000;
    private static final int HANDLE_BYTES = 8;

    private CompileUnits() {}

    /**
     * Reads them; all null if they do not lie as compilers lay them.
     *
     * @param handles for each wrapper the address of the variable that keeps its handle; null where
     *     that is not known
     * @throws FormatException only where the file changed meanwhile
     */
    static List<@Nullable String> of(ElfFile elf, List<@Nullable Long> handles)
        throws FormatException {
      List<@Nullable String> units = new ArrayList<>();
      NavigableMap<Long, String> symbols = symbols(elf);
      int before = 0;
      int known = 0;
      for (Long handle : handles) {
        String behind = handle == null ? null : symbols.get(handle + HANDLE_BYTES);
        units.add(behind);
        if (handle != null) {
          known++;
          before += symbols.subMap(handle - HANDLE_BYTES, true, handle, false).isEmpty() ? 0 : 1;
        }
      }
      // A handle without one, or one before each: they lie in another way.
      boolean clear = known > 0 && before < known;
      for (int i = 0; clear && i < units.size(); i++) {
        clear = handles.get(i) == null || units.get(i) != null;
      }
      return clear ? units : Collections.nCopies(handles.size(), null);
    }

    /** The hashes by address. */
    private static NavigableMap<Long, String> symbols(ElfFile elf) throws FormatException {
      NavigableMap<Long, String> symbols = new TreeMap<>();
      try {
        for (SymbolTable table : elf.symbolTables()) {
          int count = Math.min(table.size(), MOST_NAMES);
          for (int i = 1; i < count; i++) {
            String name = table.name(i);
            if (name.startsWith(UnitNames.UNIT) && name.length() > UnitNames.UNIT.length()) {
              ElfSymbol symbol = table.symbol(i);
              if (!symbol.isUndefined()) {
                symbols.put(symbol.value(), name.substring(UnitNames.UNIT.length()));
              }
            }
          }
        }
      } catch (FormatException broken) {
        broken.throwIfFileChanged();
        return new TreeMap<>();
      }
      return symbols;
    }
  }
}
