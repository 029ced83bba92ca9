package org.kpackworkbench.model.operation.tar;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** A tar file that a test makes up, entry by entry. */
public final class TestTar {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8");

  public TestTar() {
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    tar.setAddPaxHeadersForNonAsciiNames(true);
  }

  public TestTar file(String name, String content) throws IOException {
    byte[] text = content.getBytes(StandardCharsets.UTF_8);
    // Keeps what the library would take away from a name.
    TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_NORMAL, true);
    entry.setSize(text.length);
    tar.putArchiveEntry(entry);
    tar.write(text);
    tar.closeArchiveEntry();
    return this;
  }

  /** A folder, link or whatever else has no content. */
  public TestTar entry(String name, byte flag, String linkName) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, flag, true);
    entry.setLinkName(linkName);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
    return this;
  }

  public TestTar folder(String name) throws IOException {
    return entry(name + "/", TarConstants.LF_DIR, "");
  }

  public TestTar link(String name, String to) throws IOException {
    return entry(name, TarConstants.LF_SYMLINK, to);
  }

  public byte[] bytes() throws IOException {
    tar.finish();
    return bytes.toByteArray();
  }

  /** Writes it, packed as the name says. */
  public Path write(Path path) throws IOException {
    byte[] plain = bytes();
    String name = path.toString();
    if (name.endsWith(".zst")) {
      return Files.write(path, Zstd.compress(plain));
    }
    if (name.endsWith(".xz")) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (XZOutputStream xz = new XZOutputStream(packed, new LZMA2Options(1))) {
        xz.write(plain);
      }
      return Files.write(path, packed.toByteArray());
    }
    return Files.write(path, plain);
  }

  /** The tree in a tar file; what is compressed is unpacked in a folder. */
  public static Path tree(Path tar, Path folder) throws IOException {
    return PackedTree.open(tar, folder, UnpackBudget.operation(false), Progress.NONE).root("");
  }
}
