package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.archives.PlannedArchive;

/** What archives have to hold, found from the wrappers' pointers alone. */
public final class Expected {
  private Expected() {}

  /** Asserts that archives hold every code object of a binary, in its bundles' order. */
  public static int inArchives(Path binary, String name, List<Path> archives) throws IOException {
    int found = 0;
    try (OpenFile file = OpenFile.open(binary)) {
      FatBinary fat = FatBinary.read(ElfFile.read(file.view()));
      for (Wrapper wrapper : fat.wrappers()) {
        StoredBundle stored = fat.bundleOf(wrapper).orElseThrow();
        assertThat(stored).isNotNull();
        if (stored.content() instanceof CompressedBundle packed) {
          try (UnpackedBundle bundle =
              packed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
            found += compare(bundle.bundle(), name, wrapper.index(), "ccob-2-zstd", archives);
          }
        } else {
          found +=
              compare((OffloadBundle) stored.content(), name, wrapper.index(), "none", archives);
        }
      }
    }
    return found;
  }

  private static int compare(
      OffloadBundle bundle, String name, int wrapper, String form, List<Path> archives)
      throws IOException {
    int found = 0;
    List<String> ids = bundle.entries().stream().map(entry -> entry.id().text()).toList();
    for (BundleEntry entry : bundle.entries()) {
      if (entry.sizeBytes() == 0) {
        continue;
      }
      int hits = 0;
      for (Path path : archives) {
        try (KpackArchive archive = KpackArchive.open(path)) {
          int row = archive.find(name, wrapper, String.valueOf(entry.target())).orElse(-1);
          if (row >= 0) {
            hits++;
            assertThat(archive.architectures()).contains(String.valueOf(entry.target()));
            assertSame(archive.load(row), bundle.content(entry));
            BundleOrigin origin = BundleOrigin.of(archive, row).orElseThrow();
            assertThat(origin.entryId()).isEqualTo(entry.id().text());
            assertThat(origin.index()).isEqualTo(entry.index());
            assertThat(origin.bundleIds()).isEqualTo(ids);
            assertThat(origin.form().text()).isEqualTo(form);
          }
        }
      }
      assertThat(hits).as("%s#%d @ %s", name, wrapper, entry.id()).isEqualTo(1);
      found++;
    }
    return found;
  }

  private static void assertSame(ByteView one, ByteView other) throws IOException {
    assertThat(one.bytes(0, (int) one.size())).isEqualTo(other.bytes(0, (int) other.size()));
  }

  /** Everything below a folder: paths with what they are, links' texts, files' contents. */
  public static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        String name = root.relativize(path).toString();
        tree.put(
            name,
            Files.isSymbolicLink(path)
                ? "link to " + Files.readSymbolicLink(path)
                : Files.isDirectory(path)
                    ? "folder"
                    : "file " + java.util.Arrays.hashCode(Files.readAllBytes(path)));
      }
    }
    return tree;
  }

  public static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Does something at the n-th call of any method. */
  public static final class Trap implements Progress {
    private final int at;
    private final boolean cancels;
    private int calls;

    /**
     * @param cancels whether it cancels, or else fails
     */
    public Trap(int at, boolean cancels) {
      this.at = at;
      this.cancels = cancels;
    }

    public boolean sprung() {
      return calls >= at;
    }

    @Override
    public void begin(String what, long totalUnits, Unit unit) {
      call();
    }

    @Override
    public synchronized void advance(long units) {
      call();
    }

    private synchronized void call() {
      calls++;
      if (calls >= at) {
        if (cancels) {
          throw new CancellationException("cancelled");
        }
        throw new java.io.UncheckedIOException(new IOException("injected"));
      }
    }

    @Override
    public boolean cancelled() {
      return false;
    }
  }

  public static List<Path> paths(List<PlannedArchive> archives) {
    List<Path> paths = new ArrayList<>();
    archives.forEach(archive -> paths.add(archive.path()));
    return paths;
  }
}
