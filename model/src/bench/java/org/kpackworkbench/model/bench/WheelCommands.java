package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.pack.LargeLibrary;

/** The program's commands on a large wheel: two fat libraries, and data that packs to nothing. */
final class WheelCommands {
  private static final double SPLIT_TIMES = 1;
  private static final double MOST_MEGABYTES = 512;
  private static final String NAME = "large-1.0-py3-none-linux_x86_64.whl";
  private static final String INFO = "large-1.0.dist-info/";

  private WheelCommands() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("open-wheel", PROCESSES, WheelCommands::info),
        new Measurement("split-wheel", PROCESSES, WheelCommands::split));
  }

  /** About 3 GB unpacked at full size. Made once. */
  private static Path wheel() throws IOException {
    Path wheel = Scale.folder().resolve(NAME);
    if (Files.exists(wheel)) {
      return wheel;
    }
    Path library = LargeLibrary.path();
    Path part = wheel.resolveSibling(NAME + ".part");
    StringBuilder record = new StringBuilder();
    try (OutputStream file = Files.newOutputStream(part);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (String name : List.of("large/lib/libone.so", "large/lib/libtwo.so")) {
        zip.putNextEntry(new ZipEntry(name));
        MessageDigest digest = Digests.sha256();
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(library), digest)) {
          in.transferTo(zip);
        }
        zip.closeEntry();
        record(record, name, digest.digest(), Files.size(library));
      }
      zip.putNextEntry(new ZipEntry("large/data.bin"));
      MessageDigest digest = Digests.sha256();
      Random random = new Random(1);
      byte[] block = new byte[1 << 20];
      long blocks = Math.max(1, Files.size(library) / 4 / block.length);
      for (long i = 0; i < blocks; i++) {
        random.nextBytes(block);
        digest.update(block);
        zip.write(block);
      }
      zip.closeEntry();
      record(record, "large/data.bin", digest.digest(), blocks * block.length);
      text(zip, record, INFO + "METADATA", "Metadata-Version: 2.1\nName: large\nVersion: 1.0\n\n");
      text(
          zip,
          record,
          INFO + "WHEEL",
          "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-linux_x86_64\n");
      text(zip, new StringBuilder(), INFO + "RECORD", record + INFO + "RECORD,,\n");
    }
    return Files.move(part, wheel, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void text(ZipOutputStream zip, StringBuilder record, String name, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    zip.putNextEntry(new ZipEntry(name));
    zip.write(bytes);
    zip.closeEntry();
    record(record, name, Digests.sha256().digest(bytes), bytes.length);
  }

  private static void record(StringBuilder record, String name, byte[] digest, long size) {
    record.append("%s,sha256=%s,%d\n".formatted(name, Wheel.digest(digest), size));
  }

  private static List<Row> info(Session session) throws IOException, InterruptedException {
    Path wheel = wheel();
    TimedCommand unzip = new TimedCommand("`unzip -l`", "unzip", "-l", wheel);
    TimedCommand info =
        session.program("`info`, a wheel of " + Units.bytes(Files.size(wheel)), "info", wheel);
    session.run(List.of(unzip, info));
    return List.of(info.row(0, Compared.with(info, unzip)), unzip.row(0, Limit.NONE));
  }

  private static List<Row> split(Session session) throws IOException, InterruptedException {
    Path wheel = wheel();
    Path wheels = session.work().resolve("wheels");
    Path unpacked = session.work().resolve("unpacked");
    Path zipped = session.work().resolve("again.zip");
    TimedCommand again =
        new TimedCommand(
            "`unzip` and `zip -6` of the same bytes",
            "sh",
            "-c",
            "unzip -q \"$1\" -d \"$2\" && cd \"$2\" && zip -q -6 -r \"$3\" .",
            "sh",
            wheel,
            unpacked,
            zipped);
    TimedCommand split =
        session.program(
            "`split-wheel`, a host wheel and one for each GPU", "split-wheel", wheel, "-o", wheels);
    // Minutes, so once; what was read before is in the page cache.
    Session.delete(unpacked, zipped);
    again.run(session.work());
    Session.delete(unpacked, zipped);
    session.atMost(1).run(List.of(split), wheels);
    long bytes = 2 * Files.size(LargeLibrary.path());
    Limit limit = Compared.atMost(SPLIT_TIMES, split, again);
    Samples samples = split.samples();
    return List.of(
        split.row(
            bytes,
            samples == null
                ? limit
                : limit.and(Limit.megabytes("resident", MOST_MEGABYTES, samples.residentKb()))),
        again.row(bytes, Limit.NONE));
  }
}
