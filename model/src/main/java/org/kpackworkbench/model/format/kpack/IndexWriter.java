package org.kpackworkbench.model.format.kpack;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveIndex.Head;
import org.kpackworkbench.model.format.kpack.ArchiveIndex.Key;

/**
 * Writes the {@link ArchiveIndex} of an archive that has no faults: what readers and loaders see
 * differently there, an index could not tell.
 */
public final class IndexWriter {
  private final KpackArchive archive;
  private final StoredBlobs blobs;
  private boolean ascii;

  private IndexWriter(KpackArchive archive, Progress progress) throws FormatException {
    this.archive = archive;
    this.blobs = archive.blobs(progress);
  }

  /**
   * Writes the index beside an archive; an older one is replaced.
   *
   * @return its path
   * @throws FormatException if the archive has a fault, or another layout than loaders read
   * @throws IOException if a file cannot be read or written
   */
  public static Path write(Path file, Progress progress) throws IOException {
    long modified = ArchiveIndex.modifiedNanos(file);
    Path path = ArchiveIndex.path(file);
    try (KpackArchive archive = KpackArchive.open(file);
        ReplacingFile output = ReplacingFile.create(path, Files.isRegularFile(path))) {
      if (!archive.problems().isEmpty()) {
        throw archive.problems().getFirst();
      }
      IndexWriter writer = new IndexWriter(archive, progress);
      writer.checkFaultless();
      try (BufferedOutputStream buffer =
          new BufferedOutputStream(Channels.newOutputStream(output.channel()), 1 << 16)) {
        IndexPages.Output pages = new IndexPages.Output(buffer);
        writer.write(modified, new DataOutputStream(pages), progress);
        pages.finish();
        output.commit();
      }
    }
    return path;
  }

  private void checkFaultless() throws FormatException {
    if (!archive.scheme().isCopied()) {
      throw FormatException.in(
              archive.view().name(), ArchiveFormat.TABLE, ArchiveFormat.SCHEME, Reason.UNSUPPORTED)
          .expected("code objects that are stored each for itself")
          .found(archive.scheme().words())
          .advice("Write the archive with another scheme: edit --compression.")
          .build();
    }
    if (archive.loadersNote() != null || archive.versionNote() != null) {
      throw FormatException.in(archive.view().name(), ArchiveFormat.TABLE, "", Reason.UNSUPPORTED)
          .expected("a table as loaders read it")
          .found("another layout")
          .advice(KpackArchive.loadersAdvice(archive.view().name()))
          .build();
    }
    if (blobs.damage() != null) {
      throw blobs.damage();
    }
    for (int row = 0; row < archive.entryCount(); row++) {
      FormatException problem = archive.problem(row).orElse(null);
      if (problem != null) {
        throw problem;
      }
    }
  }

  private void write(long modified, DataOutputStream out, Progress progress) throws IOException {
    ByteView view = archive.view();
    long tableOffset = archive.tableRange().start();
    List<Key> keys = keys();
    ByteView table = view.slice(tableOffset, view.size() - tableOffset);
    int blocks = (int) ((table.size() + ArchiveIndex.BLOCK_BYTES - 1) / ArchiveIndex.BLOCK_BYTES);
    ArchiveIndex.writeHead(
        new Head(
            view.size(),
            modified,
            tableOffset,
            archive.scheme(),
            archive.blobArea().orElse(new ByteRange(0, 0)),
            archive.groupName(),
            archive.family(),
            archive.architectures(),
            ascii,
            keys.size(),
            blobs.count(),
            blocks),
        out);
    for (long block = 0; block < blocks; block++) {
      progress.step(0);
      long at = block * ArchiveIndex.BLOCK_BYTES;
      CRC32C checksum = new CRC32C();
      checksum.update(table.bytes(at, (int) Math.min(ArchiveIndex.BLOCK_BYTES, table.size() - at)));
      out.writeInt((int) checksum.getValue());
    }
    for (Key key : keys) {
      out.writeLong(key.hash());
      out.writeLong(key.start());
      out.writeInt(key.length());
      out.writeInt(key.rowsLength());
    }
    for (int ordinal = 0; ordinal < blobs.count(); ordinal++) {
      out.writeLong(blobs.offset(ordinal).orElse(-1));
      out.writeLong(blobs.sizeBytes(ordinal));
    }
  }

  private List<Key> keys() throws FormatException {
    List<Key> keys = new ArrayList<>();
    ascii =
        Stream.concat(
                archive.architectures().stream(),
                archive.targetSums().stream().map(KpackArchive.TargetSum::targetText))
            .allMatch(text -> text.chars().allMatch(c -> c < 0x80));
    int count = archive.entryCount();
    for (int row = 0; row < count; ) {
      int end = row + 1;
      while (end < count && archive.keyNumber(end) == archive.keyNumber(row)) {
        end++;
      }
      ByteRange text = archive.keyRange(row);
      String key = archive.view().text(text.start(), (int) text.length());
      ascii = ascii && key.length() == text.length();
      keys.add(
          new Key(
              ArchiveIndex.hash(key),
              text.start(),
              (int) text.length(),
              Math.toIntExact(archive.rowRange(end - 1).end() - text.start())));
      row = end;
    }
    keys.sort(Comparator.comparingLong(Key::hash));
    return keys;
  }
}
