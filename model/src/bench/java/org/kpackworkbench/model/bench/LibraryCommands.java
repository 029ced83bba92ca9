package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.operation.pack.LargeLibrary;

/** The program's commands on a large fat library and on the archive made from it. */
final class LibraryCommands {
  private static final double PACK_TIMES = 2;
  private static final double VERIFY_TIMES = 1.5;
  private static final double PRUNE_TIMES = 1.5;
  private static final double DLL_TIMES = 1.5;
  private static final double DLL_MEGABYTES = 300;
  private static final double SPLIT_TIMES = 1.4;
  private static final int SPLIT_MEGABYTES = 256;
  private static final double EXTRACT_TIMES = 2;
  private static final int PART_BYTES = 64 << 20;

  private LibraryCommands() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("open-library", PROCESSES, LibraryCommands::info),
        new Measurement("pack", PROCESSES, LibraryCommands::pack),
        new Measurement("split-library", PROCESSES, LibraryCommands::split),
        new Measurement("compressors", PROCESSES, LibraryCommands::compressors),
        new Measurement("convert", PROCESSES, LibraryCommands::convert),
        new Measurement("convert-dll", PROCESSES, LibraryCommands::convertDll),
        new Measurement("prune", PROCESSES, LibraryCommands::prune),
        new Measurement("verify", PROCESSES, LibraryCommands::verify),
        new Measurement("extract", PROCESSES, LibraryCommands::extract));
  }

  private static List<Row> info(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.path();
    TimedCommand readelf = new TimedCommand("`readelf -hlSdW`", "readelf", "-hlSdW", library);
    TimedCommand info =
        session.program(
            "`info`, a fat library of " + Units.bytes(Files.size(library)), "info", library);
    TimedCommand list = session.program("`list`, the same library", "list", library);
    session.run(List.of(readelf, info, list));
    return List.of(
        info.row(0, Compared.with(info, readelf)),
        readelf.row(0, Limit.NONE),
        list.row(0, Limit.NONE));
  }

  private static List<Row> pack(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.path();
    Path packed = session.work().resolve("packed");
    Path compressed = session.work().resolve("library.zst");
    TimedCommand zstd = zstd(library, compressed);
    TimedCommand pack = packing(session, library, packed);
    session.run(List.of(zstd, pack), packed, compressed);
    long bytes = Files.size(library);
    return List.of(
        pack.row(bytes, Compared.atMost(PACK_TIMES, pack, zstd)), zstd.row(bytes, Limit.NONE));
  }

  /** The library as an artifact of a build, beside its compression. */
  private static List<Row> split(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.path();
    Path artifact = Scale.folder().resolve("large_lib_generic");
    Path within = artifact.resolve("stage/lib").resolve(library.getFileName());
    if (!Files.exists(within)) {
      Files.createDirectories(within.getParent());
      Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
      Files.createLink(within, library);
    }
    Path output = session.work().resolve("split-library");
    Path compressed = session.work().resolve("library.zst");
    TimedCommand zstd = zstd(library, compressed);
    TimedCommand split =
        session.program(
            "`split`, that library, verified",
            "split",
            "--artifact-dir",
            artifact,
            "--output-dir",
            output);
    session.run(List.of(zstd, split), output, compressed);
    long bytes = Files.size(library);
    Limit limit = Compared.atMost(SPLIT_TIMES, split, zstd);
    if (split.samples() != null) {
      limit = limit.and(Limit.megabytes("resident", SPLIT_MEGABYTES, split.samples().residentKb()));
    }
    return List.of(split.row(bytes, limit), zstd.row(bytes, Limit.NONE));
  }

  /** Sizes that the installed general compressors reach for the beginning of the library. */
  private static List<Row> compressors(Session session) throws IOException, InterruptedException {
    Path part = Scale.folder().resolve("part");
    if (!Files.exists(part)) {
      try (InputStream in = Files.newInputStream(LargeLibrary.path())) {
        Files.write(part, in.readNBytes(PART_BYTES));
      }
    }
    Path output = session.work().resolve("part.out");
    List<Row> rows = new ArrayList<>();
    for (TimedCommand command :
        List.of(
            zstd(part, output),
            new TimedCommand(
                "`zstd -19 --long=27 -T0`",
                "zstd",
                "-19",
                "--long=27",
                "-T0",
                "-q",
                "-f",
                part,
                "-o",
                output),
            new TimedCommand(
                "`xz -6 -T0`", "sh", "-c", "xz -6 -T0 -c \"$0\" >\"$1\"", part, output),
            new TimedCommand("`7z a -mx=5`", "7z", "a", "-mx=5", output, part))) {
      Session.delete(output);
      command.run(session.work());
      long size = Files.exists(output) ? Files.size(output) : 0;
      Row row = command.row(Files.size(part), Limit.NONE);
      rows.add(
          new Row(
              "%s of its first %s: %s"
                  .formatted(command.name(), Units.bytes(Files.size(part)), Units.bytes(size)),
              row.samples(),
              row.bytes(),
              row.limit(),
              row.failure()));
    }
    Session.delete(output);
    return rows;
  }

  private static TimedCommand zstd(Path library, Path compressed) {
    return new TimedCommand(
        "`zstd -3 -T0`", "zstd", "-3", "-T0", "-q", "-f", library, "-o", compressed);
  }

  private static TimedCommand packing(Session session, Path library, Path packed) {
    return session.program(
        "`pack`, that library",
        "pack",
        library,
        "-o",
        packed,
        "--group-name",
        "bench",
        "--gfx-arch-family",
        "all");
  }

  private static List<Row> convert(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.path();
    Path archives = session.work().resolve("archives");
    Path output = session.work().resolve("host-only/liblarge.so");
    TimedCommand convert =
        session.program(
            "`convert`, an archive for each architecture, verified",
            "convert",
            library,
            "-o",
            output,
            "--kernel-name",
            "lib/liblarge.so",
            "--search-path",
            "../archives/large_@GFXARCH@.kpack",
            "--archives",
            archives);
    session.run(List.of(convert), archives, output);
    return List.of(convert.row(Files.size(library), Limit.NONE));
  }

  /** As the copy, it waits for the disk. */
  private static List<Row> convertDll(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.dll();
    Path archives = session.work().resolve("archives");
    Path output = session.work().resolve("host-only/large.dll");
    Path copied = session.work().resolve("copied.dll");
    TimedCommand copy =
        new TimedCommand(
            "`cp` and `sync` of it",
            "sh",
            "-c",
            "cp \"$0\" \"$1\" && sync \"$1\"",
            library,
            copied);
    TimedCommand convert =
        session.program(
            "`convert`, a Windows DLL of %s, code kept as it is"
                .formatted(Units.bytes(Files.size(library))),
            "convert",
            library,
            "-o",
            output,
            "--kernel-name",
            "bin/large.dll",
            "--search-path",
            "../archives/large_@GFXARCH@.kpack",
            "--archives",
            archives,
            "--compression",
            "none");
    session.run(List.of(copy, convert), archives, output, copied);
    Samples samples = convert.samples();
    Limit memory =
        samples == null
            ? Limit.NONE
            : Limit.megabytes("resident", DLL_MEGABYTES, samples.residentKb());
    long bytes = Files.size(library);
    return List.of(
        convert.row(bytes, Compared.atMost(DLL_TIMES, convert, copy).and(memory)),
        copy.row(bytes, Limit.NONE));
  }

  /** Beside copies that wait for the disk as long as it does: not at all, or in place. */
  private static List<Row> prune(Session session) throws IOException, InterruptedException {
    Path library = LargeLibrary.path();
    Path copied = session.work().resolve("copied.so");
    Path pruned = session.work().resolve("pruned.so");
    Path changed = session.work().resolve("changed.so");
    TimedCommand copy = new TimedCommand("`cp` of it", "cp", library, copied);
    TimedCommand one =
        session.program(
            "`prune --keep gfx1030 -o`, that library, of seven targets one stays",
            "prune",
            library,
            "--keep",
            "gfx1030",
            "-o",
            pruned);
    TimedCommand most =
        session.program(
            "`prune --drop gfx906 -o`, of seven targets six stay",
            "prune",
            library,
            "--drop",
            "gfx906",
            "-o",
            pruned);
    session.run(List.of(copy, one, most), copied, pruned);
    TimedCommand synced =
        new TimedCommand(
            "`cp` and `sync` of it",
            "sh",
            "-c",
            "cp \"$0\" \"$1\" && sync \"$1\"",
            library,
            changed);
    TimedCommand inPlace =
        session.program(
            "`prune --keep gfx1030 --in-place`, on the disk at its end",
            "prune",
            changed,
            "--keep",
            "gfx1030",
            "--in-place");
    // The copy is what is changed next.
    session.run(List.of(synced, inPlace));
    Session.delete(changed);
    long bytes = Files.size(library);
    return List.of(
        one.row(bytes, Compared.atMost(PRUNE_TIMES, one, copy)),
        most.row(bytes, Compared.atMost(PRUNE_TIMES, most, copy)),
        copy.row(bytes, Limit.NONE),
        inPlace.row(bytes, Compared.atMost(PRUNE_TIMES, inPlace, synced)),
        synced.row(bytes, Limit.NONE));
  }

  /** The library packed and compressed, once for all; made by the program that is measured. */
  private static Path archive(Session session) throws IOException, InterruptedException {
    Path packed = Scale.folder().resolve("packed");
    Path archive = packed.resolve(".kpack/bench-all.kpack");
    if (!Files.exists(archive)) {
      once(session, packing(session, LargeLibrary.path(), packed));
    }
    return archive;
  }

  private static Path compressed(Session session) throws IOException, InterruptedException {
    Path compressed = Scale.folder().resolve("library.zst");
    if (!Files.exists(compressed)) {
      once(session, zstd(LargeLibrary.path(), compressed));
    }
    return compressed;
  }

  private static void once(Session session, TimedCommand command)
      throws IOException, InterruptedException {
    command.run(session.work());
    if (command.failure() != null) {
      throw new IOException(command.name() + " " + command.failure());
    }
  }

  private static List<Row> verify(Session session) throws IOException, InterruptedException {
    Path archive = archive(session);
    TimedCommand test = new TimedCommand("`zstd -t`", "zstd", "-t", "-q", compressed(session));
    TimedCommand verify = session.program("`verify`, the archive of it", "verify", archive);
    session.run(List.of(test, verify));
    long bytes = Files.size(LargeLibrary.path());
    return List.of(
        verify.row(bytes, Compared.atMost(VERIFY_TIMES, verify, test)),
        test.row(bytes, Limit.NONE));
  }

  private static List<Row> extract(Session session) throws IOException, InterruptedException {
    Path archive = archive(session);
    Path folder = session.work().resolve("code-objects");
    Path file = session.work().resolve("library.so");
    TimedCommand unpack =
        new TimedCommand("`zstd -d`", "zstd", "-d", "-q", "-f", compressed(session), "-o", file);
    TimedCommand extract =
        session.program(
            "`extract --all`, every code object of it into a file",
            "extract",
            archive,
            "--all",
            "-o",
            folder);
    session.run(List.of(unpack, extract), folder, file);
    // One more run makes what is copied.
    extract.run(session.work());
    TimedCommand copy =
        new TimedCommand(
            "`cp -r` of the result", "cp", "-r", folder, session.work().resolve("same"));
    session.run(List.of(copy), session.work().resolve("same"));
    Session.delete(folder);
    long bytes = Files.size(LargeLibrary.path());
    return List.of(
        extract.row(bytes, Compared.atMost(EXTRACT_TIMES, extract, copy)),
        copy.row(bytes, Limit.NONE),
        unpack.row(bytes, Limit.NONE));
  }
}
