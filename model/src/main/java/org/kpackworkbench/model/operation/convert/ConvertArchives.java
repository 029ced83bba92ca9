package org.kpackworkbench.model.operation.convert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Works out which archives one binary gets. */
final class ConvertArchives {
  private static final String KPACK = ".kpack";

  private final ConvertRequest request;
  private final ScannedBinary binary;
  private final SortedSet<GpuTarget> kept;
  private final PathRules rules;
  private final List<String> searchPaths;
  private final List<OperationNote> findings;

  private ConvertArchives(
      ConvertRequest request, ScannedBinary binary, PathRules rules, List<OperationNote> findings) {
    this.request = request;
    this.rules = rules;
    this.searchPaths = request.searchPaths().stream().map(rules::slashed).toList();
    this.binary = binary;
    this.kept = new TreeSet<>(binary.kept().stream().map(DeviceCodeRow::target).toList());
    this.findings = findings;
  }

  /**
   * Plans.
   *
   * @param source the device code of what is converted; null if there is none
   */
  static ConvertPlan plan(
      ConvertRequest request,
      HostOnlyInput input,
      @Nullable DeviceCodeSource source,
      Progress progress)
      throws IOException {
    Path folder = request.archives();
    if (folder == null || source == null || source.rows().isEmpty()) {
      HostOnlyPreview preview = input.preview(request.binary(), progress);
      return new ConvertPlan(preview, List.of(), List.of(), List.of());
    }
    List<OperationNote> findings = new ArrayList<>();
    TargetFilter filter = request.options().filter();
    ScannedBinary binary =
        BinaryScan.of(
            input, source, request.binary(), request.options(), target -> {}, findings, progress);
    filter.check(source.targets(), request.input(), findings);
    request
        .options()
        .warnOfLoaders(request.input(), Map.of(request.input(), binary), List.of(), findings);
    return new ConvertPlan(
        binary.preview(),
        new ConvertArchives(request, binary, input.fat().image().pathRules(), findings)
            .archives(folder),
        DroppedTarget.of(binary.rows(), filter),
        findings);
  }

  private List<PlannedArchive> archives(Path folder) throws IOException {
    Path output = request.output().toAbsolutePath().getParent();
    ArchiveNaming naming =
        ArchiveNaming.of(searchPaths, folder, output == null ? Path.of("/") : output);
    if (naming.leads() == null) {
      findings.add(
          OperationNote.note(
              "search-path-leads-elsewhere",
              request.output(),
              "no search path of the marker leads from the output to %s".formatted(folder),
              "Move the archives to where the search path leads before the binary is used."));
    }
    if (!naming.perTarget()) {
      Path file = naming.file(folder, "");
      noteColon(folder, file);
      return List.of(archive(file, TargetFilter.texts(kept), mixedFamily(), binary.kept()));
    }
    List<PlannedArchive> archives = new ArrayList<>();
    for (GpuTarget target : kept) {
      Path file = naming.file(folder, target.toString());
      archives.add(
          archive(
              file,
              List.of(target.toString()),
              target.toString(),
              binary.kept().stream().filter(row -> row.target().equals(target)).toList()));
      noteColon(folder, file);
    }
    return archives;
  }

  /** The folder is the request's; what is below it may be copied to other systems. */
  private void noteColon(Path folder, Path file) {
    if (folder.relativize(file).toString().indexOf(':') < 0) {
      return;
    }
    findings.add(
        rules.allowsColon()
            ? OperationNote.note(
                "colon-in-file-name",
                file,
                "the name has a colon, which Windows does not allow and ROCM_KPACK_PATH takes for a"
                    + " separator")
            : OperationNote.warning(
                "colon-in-file-name",
                file,
                "the name has a colon, which Windows does not allow: no loader there finds it",
                "Use a search path without %s: it names one archive for all targets."
                    .formatted(GpuTarget.PLACEHOLDER)));
  }

  /** A family for targets of several kinds: what they have in common. */
  private String mixedFamily() {
    Set<String> families = new HashSet<>();
    kept.forEach(target -> families.add(target.family()));
    return kept.size() == 1
        ? kept.first().toString()
        : families.size() == 1 ? families.iterator().next() : "mixed";
  }

  private PlannedArchive archive(
      Path file, List<String> labels, String family, List<DeviceCodeRow> code) {
    return PlannedArchive.of(
        file,
        group(),
        request.family() == null ? family : request.family(),
        labels,
        request.options().scheme(),
        code);
  }

  private String group() {
    @Nullable String group = request.group();
    if (group != null) {
      return group;
    }
    String name = request.kernelName();
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.endsWith(KPACK) ? last.substring(0, last.length() - KPACK.length()) : last;
  }

  /**
   * How the archives of one binary are called so that its marker leads to them.
   *
   * @param pattern path below the archives' folder, with {@link GpuTarget#PLACEHOLDER} where it has
   *     one
   * @param leads the search path that leads there; null if none does
   */
  private record ArchiveNaming(String pattern, @Nullable String leads) {
    private static final String MANIFEST = ".kpm";

    /**
     * Chooses.
     *
     * @param searchPaths the marker's, relative to {@code binaryFolder}
     * @param archives the folder for archives
     * @param binaryFolder where the binary will be
     */
    static ArchiveNaming of(List<String> searchPaths, Path archives, Path binaryFolder)
        throws IOException {
      String first = null;
      for (String searchPath : searchPaths) {
        if (searchPath.endsWith(MANIFEST)) {
          continue;
        }
        Split split = Split.of(searchPath);
        if (first == null) {
          first = split.name();
        }
        Path folder = real(binaryFolder.toAbsolutePath().resolve(split.folder()));
        Path wanted = real(archives.toAbsolutePath());
        if (folder.startsWith(wanted)) {
          StringBuilder pattern = new StringBuilder();
          wanted.relativize(folder).forEach(part -> append(pattern, part.toString()));
          append(pattern, split.name());
          return new ArchiveNaming(checked(pattern.toString()), searchPath);
        }
      }
      if (first == null) {
        throw Obstacle.BAD_NAME.exception(
            "the search paths %s name manifests only; an archive needs one that names it",
            searchPaths);
      }
      return new ArchiveNaming(checked(first), null);
    }

    private static void append(StringBuilder pattern, String part) {
      if (!part.isEmpty()) {
        pattern.append(pattern.isEmpty() ? "" : "/").append(part);
      }
    }

    private static String checked(String pattern) throws OperationException {
      List<String> parts = List.of(pattern.split("/", -1));
      if (parts.contains("..") || parts.contains(".") || parts.contains("")) {
        throw Obstacle.BAD_NAME.exception(
            "\"%s\", from the search paths, is not a valid file name for an archive", pattern);
      }
      return pattern;
    }

    /** Whether each target has an archive of its own. */
    boolean perTarget() {
      return pattern.contains(GpuTarget.PLACEHOLDER);
    }

    /** The file of a target's archive. */
    Path file(Path archives, String target) {
      return archives.resolve(pattern.replace(GpuTarget.PLACEHOLDER, target));
    }

    /** With links followed as far as the path exists; what is missing is taken as written. */
    private static Path real(Path path) throws IOException {
      Path plain = path.normalize();
      if (Files.exists(path)) {
        return path.toRealPath();
      }
      Path parent = plain.getParent();
      Path name = plain.getFileName();
      return parent == null || name == null ? plain : real(parent).resolve(name.toString());
    }

    /** A search path, before and from the part with the placeholder, or its last part. */
    private record Split(String folder, String name) {
      static Split of(String searchPath) {
        int placeholder = searchPath.indexOf(GpuTarget.PLACEHOLDER);
        int slash =
            placeholder < 0
                ? searchPath.lastIndexOf('/')
                : searchPath.lastIndexOf('/', placeholder);
        String folder = slash < 0 ? "" : slash == 0 ? "/" : searchPath.substring(0, slash);
        return new Split(folder, searchPath.substring(slash + 1));
      }
    }
  }
}
