package org.kpackworkbench.model.format.registration;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.registration.CodeOwnership.Foreign;
import org.kpackworkbench.model.format.registration.CodeOwnership.Own;
import org.kpackworkbench.model.format.registration.CodeOwnership.Unknown;

/**
 * The fat binary that a host-only one was made from: its bundles say, byte for byte, whose each
 * code object is. Safe for use by many threads; its code is unpacked once, on first use, and only
 * checksums are kept.
 */
public final class Original {
  private static final int MOST_ID_BYTES = 64;

  private final Path path;
  private final Identity identity;
  private @Nullable Contents contents;

  private Original(Path path, Identity identity) {
    this.path = path;
    this.identity = identity;
  }

  /**
   * Properties that a binary and its original have in common.
   *
   * @param buildId in hexadecimal digits; empty if there is none
   */
  private record Identity(String buildId, int wrappers) {
    static Identity of(FatBinary binary) throws FormatException {
      String id = "";
      List<ElfNote> notes = binary.image() instanceof ElfFile elf ? elf.notes() : List.of();
      for (ElfNote note : notes) {
        if (note.isBuildId() && id.isEmpty()) {
          int size = (int) Math.min(MOST_ID_BYTES, note.content().size());
          id = HexText.of(note.content().bytes(0, size));
        }
      }
      return new Identity(id, binary.wrappers().size());
    }

    String build() {
      return buildId.isEmpty() ? "no build id" : "build id " + buildId;
    }
  }

  /** A code object by its target and bytes. */
  private record Code(String target, Checksum sha256) {}

  private static final class Contents {
    private final Map<Code, SortedSet<Integer>> owners = new HashMap<>();
    private final Map<String, Set<Long>> sizes = new HashMap<>();
    private final Map<Integer, Set<String>> targets = new HashMap<>();

    void add(StoredBundle bundle, GpuTarget target, ByteView bytes) throws FormatException {
      String text = target.toString();
      owners
          .computeIfAbsent(new Code(text, Checksum.of(bytes)), each -> new TreeSet<>())
          .addAll(bundle.wrappers());
      sizes.computeIfAbsent(text, each -> new HashSet<>()).add(bytes.size());
      for (int wrapper : bundle.wrappers()) {
        targets.computeIfAbsent(wrapper, each -> new HashSet<>()).add(text);
      }
    }
  }

  /**
   * Reads the identity by which binaries are matched to their originals; no code is unpacked yet.
   *
   * @throws FileSystemException if it is no fat binary
   * @throws IOException if it cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Original read(Path path, Progress progress) throws IOException {
    try (OpenFile mapped = OpenFile.open(path)) {
      FatBinary fat = FatBinary.read(HostImages.read(mapped.view()), progress);
      if (fat.state() != DeviceCode.FAT) {
        throw new FileSystemException(
            path.toString(),
            null,
            "expected the fat binary that a host-only one was made from, found: "
                + fat.state().words());
      }
      return new Original(path, Identity.of(fat));
    }
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /** Whether it is certain to be a binary's original: of the same build, which both state. */
  public boolean isSurelyOf(FatBinary binary) throws FormatException {
    return !identity.buildId().isEmpty() && identity.equals(Identity.of(binary));
  }

  /**
   * Why it is not a binary's original; null if it may be.
   *
   * @param name what to call the binary
   */
  public @Nullable String mismatch(FatBinary binary, String name) throws FormatException {
    Identity other = Identity.of(binary);
    if (!identity.buildId().equals(other.buildId())) {
      return "expected the original of %s, with %s, found another build, with %s"
          .formatted(name, other.build(), identity.build());
    }
    return identity.wrappers() == other.wrappers()
        ? null
        : "expected the original of %s, with wrappers: %d, found wrappers: %d"
            .formatted(name, other.wrappers(), identity.wrappers());
  }

  /**
   * Returns the owner of a code object, by its bytes; unknown where no wrapper has the same bytes
   * for its target.
   *
   * @param own the numbers of the wrappers that it is filed for
   * @throws IOException if the original cannot be read, or a file changed meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  CodeOwnership of(
      List<Integer> own, String target, KpackArchive archive, int row, Progress progress)
      throws IOException {
    Contents known = contents(progress);
    String text = GpuTarget.lenient(target).toString();
    if (!known.sizes.getOrDefault(text, Set.of()).contains(archive.originalSizeBytes(row))) {
      return new Unknown();
    }
    Checksum sha256 = checksum(archive, row, progress);
    SortedSet<Integer> owners = sha256 == null ? null : known.owners.get(new Code(text, sha256));
    if (owners == null || own.isEmpty()) {
      return new Unknown();
    }
    if (own.stream().anyMatch(owners::contains)) {
      return new Own();
    }
    boolean has =
        own.stream().anyMatch(each -> known.targets.getOrDefault(each, Set.of()).contains(text));
    String why =
        "Byte for byte it is what wrapper %d has there for %s; wrapper %d has %s."
            .formatted(
                owners.first(), text, own.getFirst(), has ? "other code" : "none for this target");
    return new Foreign(List.copyOf(owners), false, why, path);
  }

  /** The checksum of what a row unpacks to; null if it does not unpack. */
  private static @Nullable Checksum checksum(KpackArchive archive, int row, Progress progress)
      throws IOException {
    try {
      MessageDigest digest = Digests.sha256();
      try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
        archive.extract(row, out, progress, Long.MAX_VALUE);
      }
      return new Checksum(digest.digest());
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return null;
    }
  }

  private synchronized Contents contents(Progress progress) throws IOException {
    Contents known = contents;
    if (known == null) {
      known = new Contents();
      try (OpenFile mapped = OpenFile.open(path)) {
        FatBinary fat = FatBinary.read(HostImages.read(mapped.view()), progress);
        if (!Identity.of(fat).equals(identity)) {
          throw new FileSystemException(path.toString(), null, "it changed while it was read");
        }
        for (StoredBundle bundle : fat.bundles()) {
          progress.step(0);
          add(bundle, known, progress);
        }
      }
      contents = known;
    }
    return known;
  }

  private static void add(StoredBundle bundle, Contents contents, Progress progress)
      throws IOException {
    switch (bundle.content()) {
      case OffloadBundle plain -> add(bundle, plain, contents);
      case CompressedBundle packed -> {
        try (UnpackedBundle unpacked =
            packed.unpack(UnpackLimits.of(UnpackBudget.one()), progress)) {
          add(bundle, unpacked.bundle(), contents);
        }
      }
      case BareCodeObject bare ->
          contents.add(bundle, CodeObject.of(bare.elf()).target(), bare.elf().view());
      case BrokenBundle broken -> throw broken.problem();
    }
  }

  private static void add(StoredBundle bundle, OffloadBundle content, Contents contents)
      throws FormatException {
    for (BundleEntry entry : content.entries()) {
      GpuTarget target = entry.target();
      if (entry.isDevice() && entry.sizeBytes() > 0 && target != null) {
        contents.add(bundle, target, content.content(entry));
      }
    }
  }
}
