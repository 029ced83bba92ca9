package org.kpackworkbench.model.operation.archives;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Which targets are meant, by names of every kind that people use for GPUs: {@code gfx942}, {@code
 * MI300X}, {@code gfx94X-dcgpu}, lines of {@code rocminfo}. Every option that selects or keeps code
 * reads its value here, so that a name means the same everywhere. Immutable.
 *
 * <p>A target without features represents its processor with any; features that both sides name
 * must agree. So {@code gfx90a} keeps {@code gfx90a:xnack+} and the other way round, but {@code
 * gfx90a:xnack+} does not keep {@code gfx90a:xnack-}. {@code gfx1100} keeps {@code gfx11xx}, which
 * represents it, and {@code gfx11-generic}, which runtimes hand over to it; {@code gfx11-generic}
 * itself is one target.
 *
 * @param names what is meant; empty for every target
 */
public record TargetFilter(List<Named> names) {
  /** Help text about the names. */
  public static final String NAMES =
      "a target such as gfx90a:xnack+, a product (MI300X), a family (gfx94X-dcgpu, "
          + "gfx110X-all), or what rocminfo prints; separate several with commas, or "
          + "repeat the option.";

  /** Keeps everything. */
  public static final TargetFilter ALL = new TargetFilter(List.of());

  /**
   * One name, and its targets.
   *
   * @param text the name as it was written, such as {@code MI300X}
   * @param devices the devices, one or more; several for a family
   */
  public record Named(String text, List<Device> devices) {
    public Named {
      devices = List.copyOf(devices);
    }

    private static Named of(Device device) {
      return new Named(device.target().toString(), List.of(device));
    }

    /** The devices' targets. */
    public List<GpuTarget> targets() {
      return devices.stream().map(Device::target).toList();
    }

    /** Its targets; a text that names no known GPU is taken as one as it is written. */
    private List<GpuTarget> written() {
      return devices.isEmpty() ? List.of(GpuTarget.lenient(text)) : targets();
    }

    /** Whether a target is meant. */
    public boolean keeps(GpuTarget target) {
      return targets().stream().anyMatch(wanted -> agree(wanted, target));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public TargetFilter {
    names = List.copyOf(names);
  }

  /**
   * An option that names GPUs: a target, a product, a family or what {@code rocminfo} prints,
   * several of them with commas, and several times; it means the same in every operation, which
   * takes the former {@code --gpu} for {@code --target}, too.
   *
   * @param help what it does with the targets, in the words before those of their names
   */
  public static Option.Builder<TargetFilter> option(String help, String... names) {
    return option(TargetFilter::of, help, names);
  }

  /**
   * Makes an option that names GPUs, with another reader of names.
   *
   * @param reader throws {@code IllegalArgumentException} where a name is none
   */
  public static Option.Builder<TargetFilter> option(
      Function<List<String>, TargetFilter> reader, String help, String... names) {
    return Option.of(
            OptionKind.targets(
                reader,
                filter ->
                    filter.names().isEmpty()
                        ? List.of()
                        : List.of(
                            filter.names().stream()
                                .map(Named::text)
                                .collect(Collectors.joining(",")))),
            names)
        .former(List.of(names).contains("--target") ? new String[] {"--gpu"} : new String[0])
        .help(help + " " + NAMES);
  }

  /** Keeps these targets. */
  public static TargetFilter keeping(Collection<GpuTarget> targets) {
    return new TargetFilter(targets.stream().map(Device::of).map(Named::of).toList());
  }

  /**
   * Reads names: targets in any spelling, products, families, each of the texts one or several with
   * commas, semicolons or white space between, or what {@code rocminfo} or {@code
   * rocm_agent_enumerator} prints. The host's own processor ({@code gfx000}) is skipped.
   *
   * @throws IllegalArgumentException if one is not known, or there is no name at all
   */
  public static TargetFilter of(Collection<String> texts) {
    List<Named> names = new ArrayList<>();
    for (String text : texts) {
      NamedDevices read = GpuNames.read(text);
      if (read.printed()) {
        read.devices().forEach(device -> names.add(Named.of(device)));
      } else {
        GpuNames.names(text).forEach(name -> add(name, names));
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "expected targets, products or families, such as gfx942,MI300X,gfx110X-all; found \"%s\""
              .formatted(String.join(" ", texts).strip()));
    }
    return new TargetFilter(names.stream().distinct().toList());
  }

  private static void add(String name, List<Named> names) {
    boolean line = name.contains(" ") && name.contains(": ");
    if (name.equals(CommonOptions.NATIVE)) {
      names.add(Named.of(Device.of(GpuTarget.of(name))));
    } else if (name.contains(" ") && !line && name.contains("gfx")) {
      // Each word counts: code for a target that is not named is discarded.
      Arrays.stream(name.split("\\s+")).forEach(word -> add(word, names));
    } else {
      List<Device> devices = GpuNames.known(name);
      names.add(line ? Named.of(devices.getFirst()) : new Named(name, devices));
    }
  }

  /** All targets that are meant, each once; of a family those that are known. */
  public List<GpuTarget> targets() {
    return names.stream().flatMap(name -> name.targets().stream()).distinct().toList();
  }

  /** Whether a target is kept. */
  public boolean keeps(GpuTarget target) {
    return names.isEmpty() || names.stream().anyMatch(name -> name.keeps(target));
  }

  /** The names that none of these targets belongs to. */
  public List<Named> missing(Collection<GpuTarget> found) {
    return names.stream().filter(name -> found.stream().noneMatch(name::keeps)).toList();
  }

  /**
   * Compares the targets to keep with those that a file has; adds a note for each that it has not.
   *
   * @throws OperationException if none of the selected ones exists
   */
  public void check(Collection<GpuTarget> found, Path input, List<OperationNote> findings)
      throws OperationException {
    if (names.isEmpty()) {
      return;
    }
    if (found.stream().noneMatch(this::keeps)) {
      throw Obstacle.NOTHING_KEPT.exception(
          "%s has no code for %s; it has some for %s",
          input,
          names.stream().map(Named::text).collect(Collectors.joining(", ")),
          found.isEmpty() ? "no target" : join(List.copyOf(found)));
    }
    for (Named name : missing(found)) {
      findings.add(
          OperationNote.error(
              "target-not-found",
              input,
              "there is no code for %s, which was to be kept".formatted(name),
              checkName(join(found))));
    }
  }

  /**
   * Returns advice where there is no code for a target.
   *
   * @param found for what there is some
   */
  public static String checkName(String found) {
    return "Check the target's name; there is code for %s.".formatted(found);
  }

  private static String join(Collection<GpuTarget> targets) {
    return String.join(", ", texts(targets));
  }

  /** Some targets, sorted, as archives list them. */
  public static List<String> texts(Collection<GpuTarget> targets) {
    return targets.stream().sorted().distinct().map(GpuTarget::toString).toList();
  }

  /**
   * Which of the targets of one wrapper's code are meant, where one code object is sought: a target
   * that is there just as it is named is meant alone, without those that only serve it.
   */
  public Set<GpuTarget> among(Collection<GpuTarget> there) {
    Set<GpuTarget> meant = new LinkedHashSet<>();
    for (GpuTarget wanted : names.stream().flatMap(name -> name.written().stream()).toList()) {
      there.stream()
          .filter(target -> there.contains(wanted) ? target.equals(wanted) : agree(wanted, target))
          .forEach(meant::add);
    }
    return names.isEmpty() ? new LinkedHashSet<>(there) : meant;
  }

  private static boolean agree(GpuTarget wanted, GpuTarget target) {
    return GpuTable.preference(wanted).stream()
        .flatMap(each -> Stream.concat(Stream.of(each), GpuTable.olderName(each).stream()))
        .anyMatch(
            each -> GpuTable.related(each.processor(), target.processor()) && each.agrees(target));
  }
}
