package org.kpackworkbench.model.format.aotriton;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a ZIP archive whose members are stored as they are; AOTriton reads no others. All have the
 * same time, so that the same members make the same bytes.
 */
public final class StoredZipWriter implements AutoCloseable {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final ZipOutputStream zip;

  /**
   * Begins an archive.
   *
   * @param file is not there yet
   */
  public StoredZipWriter(Path file) throws IOException {
    this.zip =
        new ZipOutputStream(
            new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)));
  }

  /**
   * Adds a member.
   *
   * @param content a file with what it has
   * @throws java.util.zip.ZipException if the name is there already
   */
  public void add(String name, Path content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(Files.size(content));
    entry.setCrc(crc32(content));
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
    try (InputStream in = Files.newInputStream(content)) {
      in.transferTo(zip);
    }
    zip.closeEntry();
  }

  private static long crc32(Path content) throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(content), sum)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return sum.getValue();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
