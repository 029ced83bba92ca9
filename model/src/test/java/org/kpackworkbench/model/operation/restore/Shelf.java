package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * A folder with host-only binaries and one archive for each target, as a packager leaves them:
 * {@code lib/} and {@code .kpack/}.
 */
final class Shelf {
  static final String PATTERN = "../.kpack/all-@GFXARCH@.kpack";

  private final Path root;

  /**
   * An entry of a wrapper's bundle.
   *
   * @param form how the bundle is stored
   * @param ids the ids of all entries of the bundle, in order
   * @param position of this one
   * @param target as archives write it
   * @param code the code object
   */
  record Taken(BundleForm form, List<String> ids, int position, String target, byte[] code) {
    String id() {
      return ids.get(position);
    }
  }

  Shelf(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve("lib"));
    Files.createDirectories(root.resolve(".kpack"));
  }

  static ElfFile elf(Path file) throws IOException {
    return ElfFile.read(ByteView.of(file.toString(), Files.readAllBytes(file)));
  }

  static FatBinary fat(Path file) throws IOException {
    return FatBinary.read(elf(file));
  }

  Path hostOnly(Path original) {
    return root.resolve("lib").resolve(Objects.requireNonNull(original.getFileName()));
  }

  Path archive(String target) {
    return root.resolve(".kpack").resolve("all-" + target.replace(':', '_') + ".kpack");
  }

  List<Path> archives() throws IOException {
    try (var files = Files.list(root.resolve(".kpack"))) {
      return files.sorted().toList();
    }
  }

  /** Makes a file host-only, its code objects in archives, with the records of bundles. */
  Shelf put(Path original) throws IOException {
    return put(original, true);
  }

  Shelf put(Path original, boolean origins) throws IOException {
    write(name(original), taken(original), origins, StorageScheme.ZSTD_PER_KERNEL);
    HostOnlyCopy.make(
        new HostOnlyRequest(original, hostOnly(original), true, name(original), List.of(PATTERN)));
    return this;
  }

  static String name(Path original) {
    return "lib/" + original.getFileName();
  }

  /** Writes one archive for each target. */
  void write(String name, List<List<Taken>> wrappers, boolean origins, StorageScheme scheme)
      throws IOException {
    Map<String, List<Integer>> byTarget = new TreeMap<>();
    for (int index = 0; index < wrappers.size(); index++) {
      for (Taken taken : wrappers.get(index)) {
        byTarget.computeIfAbsent(taken.target(), key -> new ArrayList<>()).add(index);
      }
    }
    for (Map.Entry<String, List<Integer>> each : byTarget.entrySet()) {
      String target = each.getKey();
      try (ArchiveWriter writer =
          ArchiveWriter.create(
              archive(target),
              new TableHead("all", "family", List.of(target)),
              WriteOptions.DEFAULT.withScheme(scheme).withReplace(true),
              Progress.NONE)) {
        for (int index : each.getValue()) {
          for (Taken taken : wrappers.get(index)) {
            if (taken.target().equals(target)) {
              BinaryKey key = new BinaryKey(name, index, true);
              writer.add(
                  origins
                      ? NewEntry.of(
                          key,
                          target,
                          BundleOrigin.of(taken.position(), taken.ids(), taken.form()).encode())
                      : NewEntry.of(key, target),
                  ByteView.of(taken.id(), taken.code()));
            }
          }
        }
        writer.finish();
      }
    }
  }

  /** What each wrapper's bundle holds, the host's entries left out. */
  static List<List<Taken>> taken(Path file) throws IOException {
    List<List<Taken>> wrappers = new ArrayList<>();
    try (OpenFile open = OpenFile.open(file)) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()));
      for (Wrapper wrapper : fat.wrappers()) {
        StoredBundle stored = fat.bundleOf(wrapper).orElseThrow();
        BundleForm form = BundleForm.of(stored.content()).orElseThrow();
        switch (stored.content()) {
          case OffloadBundle plain -> wrappers.add(entries(plain, form));
          case CompressedBundle packed -> {
            try (UnpackedBundle unpacked =
                packed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
              unpacked.verifyHash(Progress.NONE);
              wrappers.add(entries(unpacked.bundle(), form));
            }
          }
          case BareCodeObject bare -> throw new IllegalStateException("a bare code object");
          case BrokenBundle broken -> throw broken.problem();
        }
      }
    }
    return wrappers;
  }

  private static List<Taken> entries(OffloadBundle bundle, BundleForm form) throws IOException {
    List<Taken> entries = new ArrayList<>();
    List<String> ids = bundle.entries().stream().map(entry -> entry.id().text()).toList();
    for (BundleEntry entry : bundle.entries()) {
      if (entry.isDevice()) {
        ByteView content = bundle.content(entry);
        entries.add(
            new Taken(
                form,
                ids,
                entry.index(),
                Objects.requireNonNull(entry.target()).toString(),
                content.bytes(0, (int) content.size())));
      }
    }
    return entries;
  }

  RestoreRequest request(Path original, Path output) {
    return RestoreRequest.of(hostOnly(original), output).with(RestoreRequest.JOBS, 2);
  }

  RestoreReport restore(Path original, Path output) throws IOException {
    return new Restore(request(original, output)).run(Progress.NONE);
  }
}
