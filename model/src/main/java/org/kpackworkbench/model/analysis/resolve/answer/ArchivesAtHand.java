package org.kpackworkbench.model.analysis.resolve.answer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.EntryId;

/** The targets of the archives that a binary's search paths lead to. For one thread. */
final class ArchivesAtHand {
  /** An archive that is made to claim more does not take for ever. */
  private static final int MOST_TARGETS = 512;

  private static final Pattern NAMED = Pattern.compile("gfx[0-9a-f]{3,}");

  /** More features than any target has. */
  private static final int MOST_FEATURES = 8;

  private final Loader loader;
  private final @Nullable String name;
  private final int wrappers;
  final Map<GpuTarget, Path> claimed = new LinkedHashMap<>();
  final Map<Integer, Set<GpuTarget>> declared = new HashMap<>();

  ArchivesAtHand(Loader loader, @Nullable String name, int wrappers) {
    this.loader = loader;
    this.name = name;
    this.wrappers = wrappers;
  }

  void add(Path archive) throws IOException {
    if (SearchPaths.isManifest(archive)) {
      manifest(archive);
      return;
    }
    int before = claimed.size();
    boolean[] shown = {false};
    boolean opened =
        loader.peek(
            archive,
            each -> {
              shown[0] = true;
              read(archive, each);
            });
    // Loaders open some that this program does not read, such as those of a newer table.
    if ((!opened || !shown[0]) && claimed.size() == before) {
      Matcher named = NAMED.matcher(String.valueOf(archive.getFileName()));
      while (named.find()) {
        claim(GpuTarget.of(named.group()), archive);
      }
    }
  }

  private void manifest(Path manifest) throws IOException {
    try {
      for (ManifestRow row : ManifestFile.open(manifest).manifest().rows()) {
        claim(GpuTarget.lenient(row.targetText()), manifest);
      }
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
    }
  }

  private void claim(GpuTarget target, Path archive) {
    boolean asked =
        target.processor().startsWith("gfx") && target.features().size() <= MOST_FEATURES;
    if (asked && claimed.size() < MOST_TARGETS) {
      claimed.putIfAbsent(target, archive);
    }
  }

  private void read(Path path, KpackArchive archive) throws FormatException {
    Set<String> texts = new LinkedHashSet<>(archive.architectures());
    archive.targetSums().stream().map(TargetSum::targetText).forEach(texts::add);
    for (String text : texts) {
      if (TextReduction.unasked(text).isEmpty()) {
        claim(GpuTarget.lenient(text), path);
      }
      for (int index = 0; name != null && index < wrappers; index++) {
        int row = declared.containsKey(index) ? -1 : archive.find(name, index, text).orElse(-1);
        if (row >= 0) {
          declare(archive, row, index);
        }
      }
    }
  }

  private void declare(KpackArchive archive, int row, int index) throws FormatException {
    Optional<BundleOrigin> stated;
    try {
      stated = BundleOrigin.of(archive, row);
    } catch (FormatException contradictory) {
      contradictory.throwIfFileChanged();
      return;
    }
    if (stated.isEmpty()) {
      return;
    }
    BundleOrigin origin = stated.get();
    Set<GpuTarget> targets = new LinkedHashSet<>();
    for (int i = 0; i < origin.bundleIds().size(); i++) {
      GpuTarget target = EntryId.parse(origin.bundleIds().get(i)).gpuTarget();
      if (target != null && !origin.emptyEntries().contains(i)) {
        targets.add(target);
      }
    }
    declared.put(index, targets);
  }
}
