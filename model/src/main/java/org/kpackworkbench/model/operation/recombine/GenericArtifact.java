package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Makes a generic artifact: everything but manifests of archives, and no device code. */
record GenericArtifact(List<OperationNote> findings, Progress progress) {
  NewArtifact of(ComponentParts.Source source, ArtifactContent content) throws IOException {
    List<TreeItem> kept = kept(content.items());
    List<UnionTree.Slot> slots = new ArrayList<>();
    for (TreeItem item : kept) {
      progress.step(0);
      if (UnionTree.isArchive(item.path())) {
        throw Obstacle.WRONG_PLACE.exception(
            "%s: an archive in a generic artifact, which must not have device code; split it again",
            item.source());
      }
      if (item.kind() == TreeItem.Kind.FILE && HostCodeCheck.isHost(item.source())) {
        HostCodeCheck.deviceCode(item.source(), findings, progress);
      }
      slots.add(new UnionTree.Slot(item, source.words()));
    }
    leftOut(content, findings);
    Path manifest = content.artifact().folder().resolve(ArtifactManifest.FILE_NAME);
    FileTime time = UnionWriter.timeOf(manifest);
    UnionWriter writer = new UnionWriter();
    writer.make(ArtifactManifest.FILE_NAME, content.artifact().manifest().encode(), time);
    return new NewArtifact(
        source.member().name(),
        "",
        slots,
        writer,
        time,
        List.of(),
        List.of(source.shard().name()),
        0);
  }

  /** Without manifests of archives, and without a folder in which there was nothing else. */
  static List<TreeItem> kept(List<TreeItem> items) {
    List<TreeItem> kept = new ArrayList<>();
    for (TreeItem item : items) {
      boolean only =
          item.kind() == TreeItem.Kind.FOLDER
              && (item.path().endsWith("/.kpack"))
              && items.stream()
                  .filter(other -> other.path().startsWith(item.path() + "/"))
                  .allMatch(other -> UnionTree.isManifest(other.path()));
      if (!only && !UnionTree.isManifest(item.path())) {
        kept.add(item);
      }
    }
    return kept;
  }

  /** Reports what of an artifact is not taken. */
  static void leftOut(ArtifactContent content, List<OperationNote> findings) throws IOException {
    content.artifact().outside().stream()
        .map(OperationNote::outsidePrefixes)
        .forEach(findings::add);
    for (TreeItem item : content.items()) {
      if (item.kind() == TreeItem.Kind.SPECIAL) {
        findings.add(OperationNote.leftOut(item.source()));
      }
    }
  }

  /**
   * Compares the generic artifacts of two shards; manifests of archives and ids of compilers do not
   * count.
   */
  static final class GenericsMatch {
    private GenericsMatch() {}

    /** Returns the differences in words; empty if there are none. */
    static String differences(
        ComponentParts.Source one,
        ArtifactContent first,
        ComponentParts.Source other,
        ArtifactContent second,
        Progress progress)
        throws IOException {
      SortedMap<String, TreeItem> left = items(first);
      SortedMap<String, TreeItem> right = items(second);
      SortedMap<String, TreeItem> all = new TreeMap<>(right);
      all.putAll(left);
      List<String> differences = new ArrayList<>();
      for (String path : all.keySet()) {
        String difference = difference(left.get(path), right.get(path), progress);
        if (!difference.isEmpty()) {
          differences.add(path + " " + difference);
        }
      }
      return differences.isEmpty()
          ? ""
          : "the generic artifacts of %s and %s differ: %s"
              .formatted(one.words(), other.words(), String.join("; ", differences));
    }

    private static SortedMap<String, TreeItem> items(ArtifactContent content) {
      SortedMap<String, TreeItem> items = new TreeMap<>();
      GenericArtifact.kept(content.items()).forEach(item -> items.put(item.path(), item));
      return items;
    }

    private static String difference(
        @Nullable TreeItem left, @Nullable TreeItem right, Progress progress) throws IOException {
      if (left == null) {
        return "is only in the second";
      }
      if (right == null) {
        return "is only in the first";
      }
      if (left.kind() != right.kind()) {
        return "is a %s and a %s"
            .formatted(
                left.kind().name().toLowerCase(java.util.Locale.ROOT),
                right.kind().name().toLowerCase(java.util.Locale.ROOT));
      }
      return switch (left.kind()) {
        case FILE ->
            SameFiles.test(left.source(), right.source(), progress)
                ? ""
                : HostDifference.of(left.source(), right.source(), progress);
        case LINK ->
            left.linkTarget().equals(right.linkTarget())
                ? ""
                : "leads to %s and %s".formatted(left.linkTarget(), right.linkTarget());
        case FOLDER, SPECIAL -> "";
      };
    }
  }

  /** Distinguishes host binaries from other files. */
  static final class HostCodeCheck {
    private HostCodeCheck() {}

    /** Whether a file is an ELF file for a host, or a Windows binary. */
    static boolean isHost(Path file) throws IOException {
      byte[] start = ElfFile.start(file);
      return start.length == ElfFile.START_BYTES
          && ((start[0] == 'M' && start[1] == 'Z') || ElfFile.isHost(start));
    }

    /** Reports a host binary with device code in it. */
    static void deviceCode(Path file, List<OperationNote> findings, Progress progress)
        throws IOException {
      try (OpenFile open = OpenFile.open(file)) {
        if (!HostImages.isImage(open.view())) {
          return;
        }
        DeviceCode state = FatBinary.read(HostImages.read(open.view()), progress).state();
        if (state == DeviceCode.FAT || state == DeviceCode.HALF_CONVERTED) {
          findings.add(
              OperationNote.warning(
                  "device-code-in-generic",
                  file,
                  "taken as it is: " + state.words(),
                  "Split the artifact again if it should be host-only."));
        }
      } catch (FormatException broken) {
        findings.add(
            OperationNote.note("unreadable", file, "taken as it is: " + broken.getMessage()));
      }
    }
  }
}
