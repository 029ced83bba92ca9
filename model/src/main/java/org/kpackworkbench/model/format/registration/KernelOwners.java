package org.kpackworkbench.model.format.registration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registration.CodeOwnership.Foreign;
import org.kpackworkbench.model.format.registration.CodeOwnership.Own;
import org.kpackworkbench.model.format.registration.CodeOwnership.Unknown;
import org.kpackworkbench.model.format.registration.CodeOwnership.Unowned;

/**
 * Owners of a code object's kernels, by the names that a binary registers for each of its wrappers.
 * Immutable, safe for use by many threads.
 *
 * <p>A code object is another wrapper's when that one registers all of its kernels, and its own
 * wrapper registers some that it lacks and does not register some that it has. Kernels that several
 * units have under one name, or that some architecture lacks, so raise no alarm by themselves; see
 * {@link FiledCode} for code objects that have each other's.
 */
public final class KernelOwners {
  private final Registrations registrations;
  private final Map<Long, List<Integer>> byIndex = new HashMap<>();
  private final Map<String, Set<Integer>> wrappersOf = new HashMap<>();
  private final Map<String, Set<Integer>> wrappersOfUnit = new HashMap<>();

  private KernelOwners(FatBinary binary, Registrations registrations) {
    this.registrations = registrations;
    for (Wrapper wrapper : binary.wrappers()) {
      byIndex
          .computeIfAbsent(wrapper.statedIndex(), each -> new ArrayList<>())
          .add(wrapper.index());
      String unit = registrations.unit(wrapper.index());
      if (unit != null) {
        wrappersOfUnit.computeIfAbsent(unit, each -> new HashSet<>(2)).add(wrapper.index());
      }
      Set<String> kernels = registrations.kernels(wrapper.index());
      for (String kernel : kernels == null ? Set.<String>of() : kernels) {
        wrappersOf.computeIfAbsent(kernel, each -> new HashSet<>(2)).add(wrapper.index());
      }
    }
  }

  /**
   * Reads what a binary registers.
   *
   * @throws FormatException only where the file changed meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static KernelOwners of(FatBinary binary, Progress progress) throws FormatException {
    return new KernelOwners(binary, Registrations.read(binary, progress));
  }

  /** Whether it is known of a wrapper with this index what it registers. */
  boolean knows(long index) {
    return registered(index) != null;
  }

  /** The indices that wrappers state, each once. */
  Set<Long> indices() {
    return byIndex.keySet();
  }

  /** The numbers of the wrappers that state an index. */
  List<Integer> wrappers(long index) {
    return byIndex.getOrDefault(index, List.of());
  }

  /** Whether several wrappers of the binary are of one compile unit, by its hash. */
  boolean isShared(@Nullable Object unit) {
    return unit instanceof String hash && wrappersOfUnit.getOrDefault(hash, Set.of()).size() > 1;
  }

  /** Whether a wrapper registers a code object's kernels, or is of its compile unit. */
  boolean fits(int wrapper, UnitNames code) {
    Set<String> kernels = registrations.kernels(wrapper);
    String unit = registrations.unit(wrapper);
    return (kernels != null && !code.kernels().isEmpty() && kernels.containsAll(code.kernels()))
        || (unit != null && code.units().contains(unit));
  }

  /** Whether a code object fits a wrapper's index and no other one's. */
  boolean certain(long index, UnitNames code) {
    return owners(code).equals(new HashSet<>(wrappers(index)));
  }

  /** The wrappers that register the kernels of a code object, all of them and no other ones. */
  Set<Integer> exact(UnitNames code) {
    Set<Integer> exact = new HashSet<>(owners(code));
    exact.removeIf(wrapper -> !code.kernels().equals(registrations.kernels(wrapper)));
    return Set.copyOf(exact);
  }

  /** The indices that some wrappers state. */
  Set<Long> indicesOf(Set<Integer> wrappers) {
    Set<Long> indices = new HashSet<>();
    byIndex.forEach(
        (index, numbers) -> {
          if (numbers.stream().anyMatch(wrappers::contains)) {
            indices.add(index);
          }
        });
    return indices;
  }

  /**
   * Returns the owner of a code object by its compile units' hashes; null if those of the binary
   * are no evidence, for example because it has none.
   *
   * @param index the index it is filed under
   */
  @Nullable CodeOwnership byUnit(long index, UnitNames code) {
    List<Integer> own = wrappers(index);
    Set<Integer> owners = new HashSet<>();
    for (String unit : code.units()) {
      owners.addAll(wrappersOfUnit.getOrDefault(unit, Set.of()));
    }
    if (owners.isEmpty() || own.isEmpty()) {
      return null;
    }
    if (own.stream().anyMatch(owners::contains)) {
      // Units that were linked for the device, or that share a hash, leave it to names.
      return own.containsAll(owners) ? new Own() : null;
    }
    // What a wrapper's own unit is has to be known: linkers may have merged its code with others'.
    String unit = registrations.unit(own.getFirst());
    List<Integer> sorted = owners.stream().sorted().toList();
    return unit == null
        ? null
        : new Foreign(
            sorted,
            false,
            "The code object is of the compile unit %s, which is wrapper %d's; wrapper %d is of %s."
                .formatted(
                    unitOf(sorted.getFirst(), code), sorted.getFirst(), own.getFirst(), unit));
  }

  private String unitOf(int wrapper, UnitNames code) {
    String unit = registrations.unit(wrapper);
    return unit != null && code.units().contains(unit) ? unit : "";
  }

  /**
   * Returns the owner of a code object's kernels.
   *
   * @param index the index it is filed under
   */
  public CodeOwnership of(long index, UnitNames code) {
    Set<String> own = registered(index);
    Set<String> kernels = code.kernels();
    if (own == null || kernels.isEmpty()) {
      return new Unknown();
    }
    if (own.containsAll(kernels)) {
      return new Own();
    }
    if (!own.isEmpty() && kernels.containsAll(own)) {
      return new Unknown();
    }
    Set<Integer> owners = owners(code);
    if (!owners.isEmpty()) {
      List<Integer> sorted = owners.stream().sorted().toList();
      return new Foreign(sorted, false, why(own, code, "wrapper " + sorted.getFirst()));
    }
    // A binary that registers no kernel at all looks them up in another way.
    boolean strange = !own.isEmpty() && kernels.stream().noneMatch(wrappersOf::containsKey);
    return strange && registrations.complete()
        ? new Unowned(why(own, code, "no wrapper"))
        : new Unknown();
  }

  private static String why(Set<String> own, UnitNames code, String registers) {
    String has = code.kernels().stream().filter(each -> !own.contains(each)).min(NAMES).orElse("");
    String lacks =
        own.stream().filter(each -> !code.kernels().contains(each)).min(NAMES).orElse("");
    return "The code object has %s, which %s registers%s."
        .formatted(
            Demangler.shortName(has),
            registers,
            lacks.isEmpty()
                ? ""
                : ", and lacks %s, which this wrapper registers"
                    .formatted(Demangler.shortName(lacks)));
  }

  private static final java.util.Comparator<String> NAMES =
      java.util.Comparator.<String>comparingInt(String::length)
          .thenComparing(java.util.Comparator.naturalOrder());

  /** The wrappers that register all kernels of a code object. */
  private Set<Integer> owners(UnitNames code) {
    Set<Integer> owners = null;
    for (String kernel : code.kernels()) {
      Set<Integer> of = wrappersOf.getOrDefault(kernel, Set.of());
      if (owners == null) {
        owners = new HashSet<>(of);
      } else {
        owners.retainAll(of);
      }
      if (owners.isEmpty()) {
        break;
      }
    }
    return owners == null ? Set.of() : owners;
  }

  private @Nullable Set<String> registered(long index) {
    List<Integer> wrappers = wrappers(index);
    Set<String> all = new HashSet<>();
    for (int wrapper : wrappers) {
      Set<String> known = registrations.kernels(wrapper);
      if (known == null) {
        return null;
      }
      if (wrappers.size() == 1) {
        return known;
      }
      all.addAll(known);
    }
    return wrappers.isEmpty() ? null : all;
  }
}
