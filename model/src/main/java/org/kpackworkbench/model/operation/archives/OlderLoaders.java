package org.kpackworkbench.model.operation.archives;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.ArchiveSearch;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Code that only loaders from mid-2026 on find: the first archive that lists a target of a device
 * has none of it, and older loaders give up there.
 */
public final class OlderLoaders {
  /** The rule that reports it. */
  public static final String RULE = "strict-loaders";

  private static final int MOST_NAMED = 10;

  private OlderLoaders() {}

  /**
   * The rows of an archive for one binary.
   *
   * @param listed the architectures that the archive lists
   * @param code the architectures of the code of each wrapper
   */
  public record Table(Collection<String> listed, Map<Integer, Set<String>> code) {}

  /** The way through archives for the code of one wrapper. */
  private static final class Asking extends ArchiveSearch<Table> {
    private final int wrapper;
    private int misses;

    Asking(int wrapper) {
      this.wrapper = wrapper;
    }

    @Override
    protected boolean lists(Table archive, String architecture) {
      return archive.listed().contains(architecture);
    }

    @Override
    protected boolean ask(Table archive, String architecture) {
      boolean found = archive.code().getOrDefault(wrapper, Set.of()).contains(architecture);
      misses += found ? 0 : 1;
      return found;
    }
  }

  /**
   * The wrappers whose code older loaders do not find, by the target of the device.
   *
   * @param archives the archives that a loader opens for the binary, in its order
   */
  public static SortedMap<GpuTarget, List<Integer>> missed(List<Table> archives) {
    SortedSet<Integer> wrappers = new TreeSet<>();
    SortedSet<GpuTarget> devices = new TreeSet<>();
    for (Table archive : archives) {
      wrappers.addAll(archive.code().keySet());
      archive.listed().forEach(text -> add(text, devices));
      archive.code().values().forEach(texts -> texts.forEach(text -> add(text, devices)));
    }
    SortedMap<GpuTarget, List<Integer>> missed = new TreeMap<>();
    for (GpuTarget device : devices) {
      List<TextReduction> attempts = TextReduction.of(Device.of(device).handed());
      for (int wrapper : wrappers) {
        Asking search = new Asking(wrapper);
        if (search.run(attempts, archives) && search.misses > 0) {
          missed.computeIfAbsent(device, key -> new ArrayList<>()).add(wrapper);
        }
      }
    }
    return missed;
  }

  private static void add(String text, Set<GpuTarget> devices) {
    GpuTarget target = GpuTarget.lenient(text);
    if (target.processor().startsWith("gfx")
        && target.features().size() <= TextReduction.MOST_FEATURES) {
      devices.add(target);
    }
  }

  /**
   * Names the code that older loaders do not find.
   *
   * @param missed the wrappers by target
   */
  public static String words(String binary, SortedMap<GpuTarget, List<Integer>> missed) {
    return "no code of %s for %s"
        .formatted(
            binary,
            missed.entrySet().stream()
                .map(each -> "%s (%s)".formatted(each.getKey(), indices(each.getValue())))
                .collect(Collectors.joining(", ")));
  }

  private static String indices(List<Integer> wrappers) {
    return ListText.some(wrappers.stream().map(index -> "#" + index).toList(), MOST_NAMED);
  }

  /** Warns where older loaders miss code of a binary in archives. */
  public static void warn(
      Path file, String binary, List<Table> archives, List<OperationNote> findings) {
    SortedMap<GpuTarget, List<Integer>> missed = missed(archives);
    if (!missed.isEmpty()) {
      findings.add(
          new OperationNote(
              Severity.WARNING,
              RULE,
              file,
              "loaders up to mid-2026 find %s, newer ones do".formatted(words(binary, missed)),
              "Use a newer loader, or compile these translation units for these targets, too."));
    }
  }

  /**
   * Warns where older loaders miss code in archives that are to be written.
   *
   * @param binaries the binaries, whose code goes into these archives
   * @param labels the targets that one archive of all code lists; without labels each target of the
   *     code is listed
   */
  public static void warn(
      Map<Path, ScannedBinary> binaries, Collection<String> labels, List<OperationNote> findings) {
    Set<String> listed = new TreeSet<>(labels);
    if (labels.isEmpty()) {
      binaries.values().stream()
          .flatMap(binary -> binary.kept().stream())
          .forEach(row -> listed.add(row.target().toString()));
    }
    binaries.forEach(
        (file, binary) -> {
          Map<Integer, Set<String>> code = new HashMap<>();
          for (DeviceCodeRow row : binary.kept()) {
            code.computeIfAbsent(row.wrapper(), key -> new TreeSet<>())
                .add(row.target().toString());
          }
          warn(
              file, String.valueOf(file.getFileName()), List.of(new Table(listed, code)), findings);
        });
  }
}
