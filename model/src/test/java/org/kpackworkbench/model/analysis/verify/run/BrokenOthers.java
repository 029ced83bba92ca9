package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.fixtures.TestContainer;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.elf.ElfSection;

/** Files for the rules about bundles, code objects, manifests, libraries and files as such. */
final class BrokenOthers {
  private BrokenOthers() {}

  static Map<String, Breaks> all() {
    Map<String, Breaks> all = new LinkedHashMap<>();
    all.put("file-reads", folder -> cut(folder, "libone.so", 30));
    all.put("file-kind", folder -> Files.writeString(folder.resolve("x.hsaco"), "hello\n"));
    all.put(
        "file-lfs-pointer",
        folder ->
            Files.writeString(
                folder.resolve("libone.so"),
                "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 123\n"));
    all.put(
        "bundle-reads",
        folder -> cut(folder, "bundle.co", Files.size(Fixtures.path("bundle.co")) - 100));
    all.put("bundle-unpacks", folder -> flipped(folder, "compressed.co", 24));
    all.put("bundle-hash", folder -> flipped(folder, "compressed.co", 17));
    all.put("code-object-reads", BrokenOthers::sectionOutside);
    all.put("code-object-metadata", folder -> otherFlags(folder));
    all.put("kernel-descriptor", BrokenOthers::withoutDescriptor);
    all.put("kernel-metadata", BrokenOthers::otherDescriptor);
    all.put("manifest-reads", folder -> shortened(folder));
    all.put("manifest-unnamed", BrokenOthers::unnamed);
    all.put("manifest-archive-missing", folder -> after(folder, archive -> Files.delete(archive)));
    all.put(
        "manifest-archive-unreadable",
        folder -> after(folder, archive -> Files.write(archive, new byte[100])));
    all.put("manifest-size", folder -> after(folder, BrokenOthers::longer));
    all.put("manifest-checksum", folder -> after(folder, BrokenOthers::longer));
    all.put("manifest-kernel-count", BrokenOthers::otherCount);
    all.put("manifest-architecture", BrokenOthers::otherTarget);
    all.put(
        "library-reads",
        folder -> cut(folder, "libstatic.a", Files.size(Fixtures.path("libstatic.a")) - 100));
    all.put("wheel-record", folder -> without(folder, "RECORD"));
    all.put("wheel-metadata", folder -> Files.copy(wheel(), folder.resolve("tiny.whl")));
    all.put("wheel-siblings", BrokenOthers::otherVersion);
    all.put("wheel-extras", BrokenOthers::extraWithoutWheel);
    all.put(
        "wheel-zip-sizes",
        folder ->
            Files.write(
                folder.resolve(wheel().getFileName()), TestPackages.withZip64Fields(wheel())));
    all.put(
        "wheel-variant",
        folder -> Files.copy(wheel(), folder.resolve("tiny-1.0-py3-none-any-rocm7.whl")));
    all.put(
        "deb-sums",
        folder -> {
          // The field's name is in what is compressed; without compression it can be changed.
          byte[] tar = TestPackages.tar("./control", "Package: tiny\nVersion: 1.0\n");
          return Files.write(folder.resolve("x.deb"), TestPackages.deb(tar, TestPackages.tar()));
        });
    all.put("package-shared-file", BrokenOthers::sharedManifest);
    all.put(
        "rpm-digests",
        folder -> {
          byte[] bytes = Files.readAllBytes(Fixtures.path("tiny.rpm"));
          String text = new String(bytes, StandardCharsets.ISO_8859_1);
          bytes[text.indexOf("tiny-runtime")] = 'T';
          return Files.write(folder.resolve("x.rpm"), bytes);
        });
    all.put("windows-reads", folder -> cut(folder, "windows.dll", 1000));
    all.put("windows-sections", folder -> windows(folder, 36, 4096));
    all.put("windows-image-size", folder -> windows(folder, 56, 0x1000));
    // The exception table.
    all.put("windows-directories", folder -> windows(folder, 112 + 3 * 8, 0x90_0000));
    all.put("windows-check-sum", folder -> windows(folder, 64, 0x1234));
    all.put("windows-wrapper-relocation", folder -> windows(folder, 112 + 5 * 8 + 4, 0));
    all.put(
        "container-reads",
        folder ->
            cut(
                folder,
                "container-llvm22.bin",
                Files.size(Fixtures.path("container-llvm22.bin")) - 9));
    all.put("container-unpacks", folder -> container(folder, 8, 0));
    all.put("container-aligned", folder -> container(folder, 0, 1));
    all.put("tensile-architecture", BrokenOthers::tensileOfAnotherGpu);
    all.put(
        "tensile-end",
        folder ->
            Files.write(
                Files.copy(
                    Fixtures.path("TensileLibrary_lazy_gfx1100.dat"),
                    folder.resolve("TensileLibrary_lazy_gfx1100.dat")),
                new byte[] {1},
                StandardOpenOption.APPEND));
    all.put("tensile-node-type", BrokenOthers::tensileOfAnotherType);
    all.put("tensile-file-missing", folder -> tensile(folder, "TensileLibrary_lazy_gfx1100.dat"));
    all.put("tensile-kernel-missing", BrokenOthers::tensileWithCode);
    all.put("tensile-kernel-unused", BrokenOthers::tensileWithOtherCode);
    all.put("tensile-code-target", BrokenOthers::tensileWithCodeForOthers);
    all.put("tensile-file-unused", BrokenOthers::tensileWithOldCode);
    all.put("rocfft-row-architecture", BrokenOthers::otherArchitecture);
    all.put(
        "rocfft-file-architecture",
        folder ->
            Files.move(
                otherArchitecture(folder), folder.resolve("rocfft_kernel_cache_gfx1100.db")));
    all.put("miopen-file-architecture", BrokenOthers::otherName);
    all.put(
        "miopen-text-end",
        folder -> Files.writeString(folder.resolve("gfx942130.HIP.fdb.txt"), "1-2-3=A:1,2"));
    all.put("rocfft-row-file", BrokenOthers::withoutKernelFile);
    all.put("descriptor-archive", folder -> descriptor(folder, "", ""));
    all.put(
        "descriptor-checksum", folder -> withArchive(descriptor(folder, "822614d1", "00000000")));
    all.put("descriptor-symbol", folder -> withArchive(descriptor(folder, "4axpy", "4other")));
    all.put(
        "descriptor-signature",
        folder -> withArchive(descriptor(folder, "\"offset\": 20", "\"offset\": 24")));
    all.put("code-object-loads", BrokenOthers::otherChecksum);
    all.put("contents-read", folder -> Files.writeString(folder.resolve("x.plain"), "PLAIN 3\nab"));
    return all;
  }

  /** A tree of a type that no library has. */
  private static Path tensileOfAnotherType(Path folder) throws IOException {
    return Files.write(
        folder.resolve("TensileLibrary_gfx942.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.map("type", "matching"))));
  }

  /** Kernels of MIOpen in a file that is named after another GPU. */
  private static Path otherName(Path folder) throws IOException {
    Path file = folder.resolve("gfx942.kdb");
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", "-mcpu=gfx1100", code, true);
    } catch (SQLException impossible) {
      throw new IOException(impossible);
    }
    return file;
  }

  /** A descriptor with something else in it. */
  private static Path descriptor(Path folder, String what, String with) throws IOException {
    String text = Files.readString(Fixtures.path("kernels.json"));
    return Files.writeString(folder.resolve("kernels.json"), text.replace(what, with));
  }

  private static Path withArchive(Path descriptor) throws IOException {
    Path archive = Fixtures.path("kernels_gfx1100.kpack");
    Files.copy(archive, descriptor.resolveSibling(archive.getFileName()));
    return descriptor;
  }

  /** Of two rows, the second has the code object of the first, and says gfx942. */
  private static Path otherArchitecture(Path folder) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("fft_rtc_fwd_len64", "gfx1100", 1, code);
      database.rocfft("fft_rtc_fwd_len64", "gfx942", 1, code);
    } catch (SQLException impossible) {
      throw new IOException(impossible);
    }
    return file;
  }

  /** Of two rows, the second names a file that is not there. */
  private static Path withoutKernelFile(Path folder) throws IOException {
    Files.copy(Fixtures.path("axpy-gfx1100.hsaco"), folder.resolve("fft.co"));
    Path file = folder.resolve("rocfft.db");
    try (KernelDatabases database =
        KernelDatabases.other(
            file, "CREATE TABLE kernels (arch, length, precision, kernel_path)")) {
      database.run("INSERT INTO kernels VALUES ('gfx1100', 64, 'single', 'fft.co')");
      database.run("INSERT INTO kernels VALUES ('gfx1100', 128, 'single', 'gone.co')");
    } catch (SQLException impossible) {
      throw new IOException(impossible);
    }
    return file;
  }

  /** Of three kernels, the second is not what its checksum says. */
  private static Path otherChecksum(Path folder) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    Path file = folder.resolve("gfx1100.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("first.o", "", code, true);
      database.miopen("second.o", "", code, "0".repeat(32), 0);
      database.miopen("third.o", "", code, false);
    } catch (SQLException impossible) {
      throw new IOException(impossible);
    }
    return file;
  }

  /** A library for gfx942 that is named for gfx1100. */
  private static Path tensileOfAnotherGpu(Path folder) throws IOException {
    return Files.write(
        folder.resolve("TensileLibrary_gfx1100.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(TensileLibraries.solution(0, "other")), TensileLibraries.single(0))));
  }

  /** A library without what is beside it. */
  private static Path tensile(Path folder, String name) throws IOException {
    return Files.copy(Fixtures.path(name), folder.resolve(name));
  }

  /** One of its two kernels is there. */
  private static Path tensileWithCode(Path folder) throws IOException {
    Files.copy(
        Fixtures.path("axpy-gfx1100.hsaco"),
        folder.resolve("TensileLibrary_Type_HH_gfx1100.hsaco"));
    return tensile(folder, "TensileLibrary_Type_HH_gfx1100.dat");
  }

  /** Its one kernel, and none of the kernels that it names. */
  private static Path tensileWithOtherCode(Path folder) throws IOException {
    Files.copy(Fixtures.path("axpy-gfx1100.hsaco"), folder.resolve("TensileLibrary_gfx1100.hsaco"));
    return Files.write(
        folder.resolve("TensileLibrary_gfx1100.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(TensileLibraries.solution(0, "other", "gfx1100")),
                TensileLibraries.single(0))));
  }

  /** Its kernel is there, compiled for another GPU. */
  private static Path tensileWithCodeForOthers(Path folder) throws IOException {
    Files.copy(Fixtures.path("axpy-gfx1030-v4.hsaco"), folder.resolve("TensileLibrary_gfx1100.co"));
    return Files.write(
        folder.resolve("TensileLibrary_gfx1100.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(TensileLibraries.solution(0, "_ZN8kpackfix4axpyEPfPKffi", "gfx1100")),
                TensileLibraries.single(0))));
  }

  /** A code object beside a library that loads others. */
  private static Path tensileWithOldCode(Path folder) throws IOException {
    Files.copy(
        Fixtures.path("axpy-gfx1100.hsaco"), folder.resolve("TensileLibrary_Old_gfx1100.co"));
    return tensile(folder, "TensileLibrary_lazy_gfx1100.dat");
  }

  /** A container that lies about its inflated size, or one behind another that does not fit. */
  private static Path container(Path folder, long more, int behind) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    byte[] one =
        new TestContainer(3)
            .hip("gfx1100", code)
            .packed(TestContainer.Packing.ZLIB)
            .lying(more)
            .bytes();
    byte[] all = new byte[one.length * (1 + behind) + behind];
    System.arraycopy(one, 0, all, 0, one.length);
    if (behind > 0) {
      // Size: one byte more than the multiple of 8 that it has been.
      all[8]++;
      System.arraycopy(one, 0, all, one.length + 1, one.length);
    }
    return Files.write(folder.resolve("container.bin"), all);
  }

  /** Does something to an archive. */
  private interface Change {
    void on(Path archive) throws IOException;
  }

  private static Path after(Path folder, Change change) throws IOException {
    Path manifest = GoodFiles.manifest(folder);
    change.on(folder.resolve("test.kpack"));
    return manifest;
  }

  private static void longer(Path archive) throws IOException {
    byte[] bytes = Files.readAllBytes(archive);
    Files.write(archive, Arrays.copyOf(bytes, bytes.length + 1));
  }

  private static Path unnamed(Path folder) throws IOException {
    Path manifest = GoodFiles.manifest(folder);
    Files.copy(folder.resolve("test.kpack"), folder.resolve("other.kpack"));
    return manifest;
  }

  /** The archive loses a row; its size is of no matter here. */
  private static Path otherCount(Path folder) throws IOException {
    Path manifest = GoodFiles.manifest(folder);
    Path smaller = GoodFiles.archiveFor(folder, "lib/one.so#0");
    Files.copy(
        smaller, folder.resolve("test.kpack"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return manifest;
  }

  /** The row says another target than the archive has code for. */
  private static Path otherTarget(Path folder) throws IOException {
    Path manifest = GoodFiles.manifest(folder);
    byte[] text = Files.readAllBytes(manifest);
    int at = new String(text, StandardCharsets.ISO_8859_1).indexOf("gfx1100");
    text[at + 4] = '2';
    return Files.write(manifest, text);
  }

  private static Path shortened(Path folder) throws IOException {
    Path manifest = GoodFiles.manifest(folder);
    return cut(folder, manifest, Files.size(manifest) - 5);
  }

  /** A DLL with another number in its optional header. */
  private static Path windows(Path folder, int field, int value) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(Fixtures.path("windows.dll")))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(bytes.getInt(0x3c) + 24 + field, value);
    return Files.write(folder.resolve("broken.dll"), bytes.array());
  }

  private static Path cut(Path folder, String fixture, long length) throws IOException {
    return cut(folder, Fixtures.path(fixture), length);
  }

  private static Path cut(Path folder, Path file, long length) throws IOException {
    byte[] bytes = Arrays.copyOf(Files.readAllBytes(file), (int) length);
    return Files.write(folder.resolve("cut-" + file.getFileName()), bytes);
  }

  private static Path flipped(Path folder, String fixture, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    bytes[at] ^= 1;
    return Files.write(folder.resolve(fixture), bytes);
  }

  private static Patch code() throws IOException {
    return Patch.fixture("axpy-gfx1100.hsaco");
  }

  private static Path sectionOutside(Path folder) throws IOException {
    return code().header(".text", 24, 1L << 40).write(folder.resolve("x.hsaco"));
  }

  /** The flags are those of gfx1101, the metadata's target is gfx1100. */
  private static Path otherFlags(Path folder) throws IOException {
    return code().u8(48, 0x46).write(folder.resolve("x.hsaco"));
  }

  /** A name in the metadata that no symbol has. */
  private static Path withoutDescriptor(Path folder) throws IOException {
    Patch code = code();
    ElfNote note =
        code.elf().notes().stream()
            .filter(each -> each.type() == ElfNote.AMDGPU_METADATA)
            .findFirst()
            .orElseThrow();
    String text = note.content().text(0, (int) note.content().size());
    long at = note.content().fileOffset(0) + text.indexOf(".kd") - 1;
    return code.flip(at).write(folder.resolve("x.hsaco"));
  }

  /** The descriptor's size of local memory. */
  private static Path otherDescriptor(Path folder) throws IOException {
    Patch code = code();
    ElfSection readOnly = code.section(".rodata");
    return code.u32(readOnly.fileOffset(), 12345).write(folder.resolve("x.hsaco"));
  }

  private static Path wheel() {
    return Fixtures.path("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
  }

  /** The wheel without one of its files. */
  private static Path without(Path folder, String name) throws IOException {
    Path file = folder.resolve(wheel().getFileName());
    return Files.write(
        file, TestPackages.changed(wheel(), (path, bytes) -> path.endsWith(name) ? null : bytes));
  }

  /** A wheel that requires a version of another one, beside one of another version. */
  private static Path otherVersion(Path folder) throws IOException {
    Files.copy(wheel(), folder.resolve("tiny_device-2.0-py3-none-any.whl"));
    Path file = folder.resolve(wheel().getFileName());
    return Files.write(
        file,
        TestPackages.changed(
            wheel(),
            (path, bytes) ->
                path.endsWith("METADATA")
                    ? new String(bytes, StandardCharsets.UTF_8)
                        .replace("numpy (>=1.20)", "tiny-device == 1.0; extra == \"device-gfx942\"")
                        .getBytes(StandardCharsets.UTF_8)
                    : bytes));
  }

  private static Path extraWithoutWheel(Path folder) throws IOException {
    Path file = folder.resolve(wheel().getFileName());
    return Files.write(
        file,
        TestPackages.changed(
            wheel(),
            (path, bytes) ->
                path.endsWith("METADATA")
                    ? new String(bytes, StandardCharsets.UTF_8)
                        .replace("\nName: ", "\nProvides-Extra: device-gfx942\nName: ")
                        .getBytes(StandardCharsets.UTF_8)
                    : bytes));
  }

  /** Device packages that have a manifest each, as earlier versions made them. */
  private static Path sharedManifest(Path folder) throws IOException {
    Path packages = Files.createDirectory(folder.resolve(BrokenTrees.TREE));
    for (String target : List.of("gfx90a", "gfx942")) {
      byte[] control =
          TestPackages.tar("./control", "Package: rand-%s\nVersion: 1.0\n".formatted(target));
      byte[] data = TestPackages.tar("./opt/rocm/.kpack/rand_lib.kpm", "the same in both");
      Files.write(packages.resolve(target + ".deb"), TestPackages.deb(control, data));
    }
    return packages.resolve("gfx942.deb");
  }
}
