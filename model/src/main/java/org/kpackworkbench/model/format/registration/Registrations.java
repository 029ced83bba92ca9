package org.kpackworkbench.model.format.registration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * Which kernels a host binary registers for each of its wrappers, found by following its
 * constructors. Immutable, safe for use by many threads.
 *
 * <p>What cannot be followed to the end is not known, and nothing is guessed: another machine's
 * code, a table of kernels that a loop goes over, an instrumented constructor.
 */
public final class Registrations {
  private static final String REGISTER_BINARY = "__hipRegisterFatBinary";
  private static final String REGISTER_FUNCTION = "__hipRegisterFunction";

  /** Other constructors do not touch a wrapper so early, and are left. */
  private static final long INSTRUCTIONS_BEFORE = 256;

  private static final long INSTRUCTIONS_OF_A_UNIT = 1_000_000;
  private static final int MOST_CONSTRUCTORS = 200_000;
  private static final int MOST_NAMES = 2_000_000;
  private static final long HANDLE = 0x6000_0000_0000_0000L;

  private final List<@Nullable Set<String>> byWrapper;
  private final List<@Nullable String> units;

  private Registrations(List<@Nullable Set<String>> byWrapper, List<@Nullable String> units) {
    this.byWrapper = byWrapper;
    this.units = units;
  }

  /**
   * Follows a binary's constructors.
   *
   * @throws FormatException only where the file changed meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Registrations read(FatBinary fat, Progress progress) throws FormatException {
    Reader reader = new Reader(fat);
    ElfFile elf = fat.elf();
    if (elf.header().machine() == ElfMachine.X86_64
        && !elf.header().isObject()
        && !fat.wrappers().isEmpty()) {
      reader.run(progress);
    }
    return new Registrations(reader.result(), CompileUnits.of(elf, reader.handles()));
  }

  /** How many wrappers there are. */
  public int wrappers() {
    return byWrapper.size();
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

  private static final class Reader implements Machine.Calls {
    private final FatBinary fat;
    private final HostCode code;
    private final Machine machine;
    private final Map<Long, Integer> wrapperAt = new HashMap<>();
    private final List<@Nullable Set<String>> names = new ArrayList<>();
    private final Set<Integer> unknown = new LinkedHashSet<>();
    private final Set<Integer> current = new LinkedHashSet<>();
    private final Map<Integer, Set<Long>> handles = new HashMap<>();
    private boolean lost;
    private int count;

    Reader(FatBinary fat) {
      this.fat = fat;
      this.code = new HostCode(fat.elf());
      this.machine = new Machine(code, this);
      for (Wrapper wrapper : fat.wrappers()) {
        wrapperAt.put(wrapper.address(), wrapper.index());
        names.add(null);
      }
    }

    List<@Nullable Set<String>> result() {
      List<@Nullable Set<String>> result = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Set<String> known = names.get(i);
        result.add(lost || known == null || unknown.contains(i) ? null : Set.copyOf(known));
      }
      return result;
    }

    /** Where each wrapper's handle is kept; null if that is not known. */
    List<@Nullable Long> handles() {
      List<@Nullable Long> found = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Set<Long> places = handles.getOrDefault(i, Set.of());
        found.add(places.size() == 1 ? places.iterator().next() : null);
      }
      return found;
    }

    void run(Progress progress) throws FormatException {
      for (ElfSection section : fat.elf().sections()) {
        if (section.type() == SectionType.INIT_ARRAY) {
          long constructors = Math.min(section.sizeBytes() / 8, MOST_CONSTRUCTORS);
          for (long i = 0; i < constructors && !lost; i++) {
            progress.step(0);
            constructor(section.address() + 8 * i);
          }
        }
      }
    }

    private void constructor(long slot) throws FormatException {
      current.clear();
      boolean followed = false;
      try {
        Long function = code.pointer(slot);
        followed = function != null && machine.run(function, INSTRUCTIONS_BEFORE);
      } catch (FormatException unreadable) {
        if (unreadable.reason() == Reason.FILE_CHANGED || unreadable.reason() == Reason.CLOSED) {
          throw unreadable;
        }
      }
      if (!followed) {
        unknown.addAll(current);
      }
    }

    @Override
    public @Nullable Long called(String function, Machine machine) throws FormatException {
      Long first = machine.register(Machine.RDI);
      if (function.equals(REGISTER_BINARY)) {
        Integer wrapper = first == null ? null : wrapperAt.get(first);
        return wrapper == null ? null : (Long) registered(wrapper);
      }
      if (function.equals(REGISTER_FUNCTION)) {
        int wrapper = wrapperOf(first);
        Long address = machine.register(Machine.RCX);
        String name = address == null ? null : code.text(address);
        if (wrapper < 0 || ++count > MOST_NAMES) {
          lost = true;
        } else if (name == null) {
          unknown.add(wrapper);
        } else {
          Set<String> known = names.get(wrapper);
          if (known != null) {
            known.add(name);
          }
        }
        return 0L;
      }
      return null;
    }

    private long registered(int wrapper) {
      if (names.get(wrapper) == null) {
        names.set(wrapper, new LinkedHashSet<>());
      } else {
        // Once is what compilers make; what twice means is not known.
        unknown.add(wrapper);
      }
      current.add(wrapper);
      return HANDLE + wrapper;
    }

    /** The wrapper that a handle represents; -1 for none. */
    private int wrapperOf(@Nullable Long handle) {
      if (handle == null || handle < HANDLE || handle >= HANDLE + names.size()) {
        return -1;
      }
      int wrapper = (int) (handle - HANDLE);
      current.add(wrapper);
      return wrapper;
    }

    @Override
    public void stored(long address, long value) {
      boolean handle = value >= HANDLE && value < HANDLE + names.size();
      if (handle && !Machine.isStack(address)) {
        handles.computeIfAbsent((int) (value - HANDLE), each -> new HashSet<>(2)).add(address);
      }
    }

    @Override
    public boolean follows(Machine machine) {
      return wrapperOf(machine.register(Machine.RDI)) >= 0;
    }

    @Override
    public long worth(long address) {
      return wrapperAt.containsKey(address) ? INSTRUCTIONS_OF_A_UNIT : 0;
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
        if (broken.reason() == Reason.FILE_CHANGED || broken.reason() == Reason.CLOSED) {
          throw broken;
        }
        return new TreeMap<>();
      }
      return symbols;
    }
  }
}
