package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressionMethod;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;

/** Reads a fat file back before it gets its name; what is wrong here is this program's fault. */
final class RestoredCheck {
  private static final int WINDOW_BYTES = 128 * 1024;

  private final FatBinary source;
  private final RestorePlan plan;
  private final List<BundleBytes> bundles;
  private final Progress progress;

  RestoredCheck(FatBinary source, RestorePlan plan, List<BundleBytes> bundles, Progress progress) {
    this.source = source;
    this.plan = plan;
    this.bundles = bundles;
    this.progress = progress;
  }

  void check(ElfFile written) throws IOException {
    LayoutFinding added = LayoutVerifier.added(source.elf(), written);
    if (added != null) {
      throw wrong(written, added.toString());
    }
    FatBinary result = FatBinary.read(written, progress);
    if (result.state() != DeviceCode.FAT) {
      throw wrong(written, result.state() + " " + String.join(" ", result.diagnosis()));
    }
    if (result.wrappers().size() != source.wrappers().size()) {
      throw wrong(written, result.wrappers().size() + " wrappers");
    }
    progress.begin("Verifying", bundles.stream().mapToLong(BundleBytes::sizeBytes).sum());
    for (int i = 0; i < bundles.size(); i++) {
      for (int index : bundles.get(i).bundle().wrappers()) {
        Wrapper wrapper = result.wrappers().get(index);
        if (wrapper.pointer().value() != plan.address(i) || wrapper.statedIndex() != 0) {
          throw wrong(written, "wrapper %d: %s".formatted(index, wrapper.target()));
        }
      }
      Wrapper first = result.wrappers().get(bundles.get(i).bundle().wrappers().getFirst());
      bundle(written, bundles.get(i), result.bundleOf(first), i);
    }
  }

  private void bundle(
      ElfFile written, BundleBytes planned, @Nullable StoredBundle stored, int number)
      throws IOException {
    BundleForm form = stored == null ? null : BundleForm.of(stored.content());
    if (stored == null
        || !planned.bundle().form().equals(form)
        || stored.range().length() != planned.sizeBytes()
        || checksum(written.view().slice(stored.range().start(), planned.sizeBytes()))
            != planned.writtenChecksum()) {
      throw wrong(written, "bundle %d: other bytes than were written".formatted(number));
    }
    List<String> ids =
        switch (stored.content()) {
          case OffloadBundle plain -> ids(plain.entries());
          case CompressedBundle packed -> unpackedIds(packed, planned.bundle());
          case BareCodeObject bare -> List.of();
          case BrokenBundle broken -> throw broken.problem();
        };
    if (!ids.equals(planned.bundle().ids())) {
      throw wrong(written, "bundle %d of %s".formatted(number, ids));
    }
  }

  private static List<String> ids(List<BundleEntry> entries) throws FormatException {
    for (BundleEntry entry : entries) {
      if (entry.problem() != null) {
        throw entry.problem();
      }
    }
    return entries.stream().map(entry -> entry.id().text()).toList();
  }

  /**
   * The ids in a compressed bundle, all of which is decompressed and held against its hash. It is
   * read as a stream: going through the file's mapping would leave all of it in memory.
   */
  private List<String> unpackedIds(CompressedBundle packed, PlannedBundle planned)
      throws IOException {
    MessageDigest hash = CompressedSpool.md5();
    byte[] table = new byte[planned.layout().header().length];
    byte[] window = new byte[WINDOW_BYTES];
    long size = 0;
    // It was compressed a moment ago, of what the budget has let through.
    UnpackMeter meter = UnpackBudget.everything().meter(packed.bytes(), "bundle just written");
    InputStream payload = packed.payload().stream();
    try (InputStream in =
        packed.method() == CompressionMethod.ZSTD
            ? UnpackedStream.zstd(payload, meter)
            : UnpackedStream.zlib(payload, meter)) {
      for (int count = in.read(window); count >= 0; count = in.read(window)) {
        if (size < table.length) {
          System.arraycopy(
              window, 0, table, (int) size, (int) Math.min(count, table.length - size));
        }
        hash.update(window, 0, count);
        size += count;
        progress.step(0);
      }
    }
    if (size != packed.uncompressedSizeBytes()
        || ByteView.of("MD5", hash.digest()).u64(0) != packed.hash()) {
      throw FormatException.at(
              packed.bytes(), 0, "compressed offload bundle", "hash", Reason.CHECKSUM_MISMATCH)
          .expected("%d bytes, as declared".formatted(packed.uncompressedSizeBytes()))
          .found(size + " bytes")
          .build();
    }
    ByteView start = ByteView.of(packed.bytes().name(), table);
    return ids(BundleTable.read(start, size).entries());
  }

  private long checksum(ByteView view) throws FormatException {
    CRC32C checksum = new CRC32C();
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, view.size())];
    for (long at = 0; at < view.size(); at += window.length) {
      int count = (int) Math.min(window.length, view.size() - at);
      view.copyTo(at, window, 0, count);
      checksum.update(window, 0, count);
      progress.step(count);
    }
    return checksum.getValue();
  }

  private static FormatException wrong(ElfFile written, String found) {
    return FormatException.in(written.view().name(), "fat file", "", Reason.BAD_VALUE)
        .expected("a valid file with its device code")
        .found(found)
        .advice("Nothing was changed. This is an error of the program: please report it.")
        .build();
  }
}
