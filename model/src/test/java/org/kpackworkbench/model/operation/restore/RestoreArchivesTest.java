package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport.MissingCode;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath.Result;
import org.kpackworkbench.model.operation.restore.Shelf.Taken;

/** What archives have, lack and contradict, and where they are found. */
class RestoreArchivesTest extends OnShelf {
  private static final Path DRIFT = FatFixture.DRIFT.path();
  private static final Path ONE = FatFixture.ONE.path();

  private RestoreRefusedException refused(RestoreRequest request) throws IOException {
    RestoreRefusedException refused =
        catchThrowableOfType(RestoreRefusedException.class, () -> run(request));
    try (Stream<Path> left = Files.list(folder.resolve("out"))) {
      assertThat(left).isEmpty();
    }
    return refused;
  }

  @Test
  void point10MissingArchitecturesAreNamedAndStopIt() throws IOException {
    shelf.put(DRIFT);
    Files.delete(shelf.archive("gfx942"));
    RestoreRefusedException refused = refused(shelf.request(DRIFT, output));
    assertThat(refused.refusal()).isEqualTo(RestoreRefusal.MISSING_CODE);
    String id = "hipv4-amdgcn-amd-amdhsa--gfx942";
    assertThat(refused.missing())
        .containsExactly(new MissingCode(0, id), new MissingCode(2, id), new MissingCode(4, id));
    assertThat(refused.missing()).allMatch(missing -> missing.target().equals("gfx942"));
    assertThat(refused).hasMessageContaining("libdrift.so").hasMessageContaining("#2: gfx942");
  }

  @Test
  void point10WhatIsMissingIsLeftOutWhenAsked() throws Exception {
    shelf.put(DRIFT);
    Files.delete(shelf.archive("gfx942"));
    RestoreReport report = run(shelf.request(DRIFT, output).with(RestoreRequest.PARTIAL, true));
    assertThat(report.outcome()).isEqualTo(RestoreOutcome.RESTORED_PARTLY);
    assertThat(report.missing()).hasSize(3);
    assertThat(report.targets()).containsExactlyInAnyOrder("gfx1100", "gfx90a", "gfx1030");
    List<List<Taken>> before = Shelf.taken(DRIFT);
    List<List<Taken>> after = Shelf.taken(output);
    for (int wrapper = 0; wrapper < before.size(); wrapper++) {
      List<String> left = new ArrayList<>(before.get(wrapper).getFirst().ids());
      left.removeIf(id -> id.endsWith("gfx942"));
      assertThat(after.get(wrapper).getFirst().ids()).isEqualTo(left);
    }
    assertThat(new StubRuntime().load(output).exitCode()).isZero();
  }

  @Test
  void aWrapperThatNoArchiveKnowsIsNamedAndGetsAnEmptyBundleWhenAsked() throws Exception {
    shelf.put(DRIFT);
    Files.delete(shelf.archive("gfx1030"));
    assertThat(refused(shelf.request(DRIFT, output)).missing())
        .containsExactly(new MissingCode(3, ""));
    RestoreReport report = run(shelf.request(DRIFT, output).with(RestoreRequest.PARTIAL, true));
    assertThat(report.missing()).containsExactly(new MissingCode(3, ""));
    FatBinary fat = Shelf.fat(output);
    assertThat(fat.problems()).isEmpty();
    assertThat(report.bundles().get(3).entryIds()).containsExactly(BundleList.HOST_ID);
    assertThat(Shelf.taken(output).get(3)).isEmpty();
    assertThat(new StubRuntime().load(output).exitCode()).isZero();
  }

  @Test
  void archivesOfOtherToolsGiveIdsByTargetInTheirOrder() throws IOException {
    shelf.put(DRIFT, false);
    RestoreReport report =
        run(
            shelf
                .request(DRIFT, output)
                .with(
                    RestoreRequest.ARCHIVES,
                    List.of(
                        shelf.archive("gfx942"),
                        shelf.archive("gfx90a"),
                        shelf.archive("gfx1100"),
                        shelf.archive("gfx1030"))));
    assertThat(report.findings())
        .extracting(OperationNote::message)
        .singleElement()
        .asString()
        .contains("ids were made from the targets");
    assertThat(Shelf.taken(output).getFirst().getFirst().ids())
        .containsExactly(
            "host-x86_64-unknown-linux--",
            "hipv4-amdgcn-amd-amdhsa--gfx942",
            "hipv4-amdgcn-amd-amdhsa--gfx90a",
            "hipv4-amdgcn-amd-amdhsa--gfx1100");
    assertThat(Shelf.taken(output).get(3).getFirst().code())
        .isEqualTo(Shelf.taken(DRIFT).get(3).getFirst().code());
  }

  @Test
  void aPlainKeyIsForTheFirstWrapper() throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    Path plain = folder.resolve("plain.kpack");
    write(plain, NewEntry.of(new BinaryKey(Shelf.name(ONE), 0, false), "gfx1100"), code);
    run(shelf.request(ONE, output).with(RestoreRequest.ARCHIVES, List.of(plain)));
    assertThat(Shelf.taken(output).getFirst().getFirst().code()).isEqualTo(code);
  }

  private static void write(Path archive, NewEntry entry, byte[] code) throws IOException {
    write(archive, entry, code, StorageScheme.ZSTD_PER_KERNEL);
  }

  private static void write(Path archive, NewEntry entry, byte[] code, StorageScheme scheme)
      throws IOException {
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            archive,
            new TableHead("all", "family", List.of(entry.target())),
            WriteOptions.DEFAULT.withScheme(scheme),
            Progress.NONE)) {
      writer.add(entry, ByteView.of("code", code));
      writer.finish();
    }
  }

  private static NewEntry entry(BundleForm form) {
    BundleOrigin origin =
        BundleOrigin.of(1, List.of(BundleList.HOST_ID, "hipv4-amdgcn-amd-amdhsa--gfx1100"), form);
    return NewEntry.of(new BinaryKey(Shelf.name(ONE), 0, true), "gfx1100", origin.encode());
  }

  @Test
  void archivesThatContradictEachOtherAreNamed() throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    code[code.length - 1] ^= 1;
    Path other = folder.resolve("other.kpack");
    write(other, entry(BundleForm.PLAIN), code);
    RestoreRefusedException refused =
        refused(
            shelf
                .request(ONE, output)
                .with(RestoreRequest.ARCHIVES, List.of(shelf.archive("gfx1100"), other)));
    assertThat(refused.refusal()).isEqualTo(RestoreRefusal.CONTRADICTING_ARCHIVES);
    assertThat(refused.details())
        .contains(shelf.archive("gfx1100").toString(), other.toString(), "#0");
  }

  @ParameterizedTest
  @CsvSource({"ZSTD_PER_KERNEL", "NONE"})
  void archivesThatSayTheSameAreNoContradiction(StorageScheme scheme) throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    Path other = folder.resolve("other.kpack");
    write(other, entry(BundleForm.PLAIN), code, scheme);
    run(
        shelf
            .request(ONE, output)
            .with(RestoreRequest.ARCHIVES, List.of(shelf.archive("gfx1100"), other)));
    assertThat(Shelf.taken(output).getFirst()).hasSize(1);
  }

  @Test
  void archivesThatTellOfDifferentBundlesAreNamed() throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    Path other = folder.resolve("other.kpack");
    write(other, entry(new BundleForm.Compressed(2, method("ZSTD"))), code);
    RestoreRefusedException refused =
        refused(
            shelf
                .request(ONE, output)
                .with(RestoreRequest.ARCHIVES, List.of(shelf.archive("gfx1100"), other)));
    assertThat(refused.refusal()).isEqualTo(RestoreRefusal.CONTRADICTING_ARCHIVES);
    assertThat(refused.details()).contains("ccob-2-zstd", other.toString());
  }

  private static org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod method(
      String name) {
    return org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod.valueOf(name);
  }

  @ParameterizedTest
  @CsvSource({"1, ZSTD", "2, ZSTD", "3, ZSTD", "1, ZLIB", "2, ZLIB", "3, ZLIB"})
  void point10EveryFormOfCompressionComesBack(int version, String method) throws Exception {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    BundleForm form = new BundleForm.Compressed(version, method(method));
    Path packed = folder.resolve("packed.kpack");
    write(packed, entry(form), code);
    RestoreReport report =
        run(shelf.request(ONE, output).with(RestoreRequest.ARCHIVES, List.of(packed)));
    Taken taken = Shelf.taken(output).getFirst().getFirst();
    assertThat(taken.form()).isEqualTo(form);
    assertThat(taken.code()).isEqualTo(code);
    assertThat(report.bundles().getFirst().sizeBytes()).isLessThan(code.length);
    assertThat(new StubRuntime().load(output).exitCode()).isZero();
  }

  @Test
  void point10ACodeObjectWithoutABundleComesBackWithoutOne() throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    Path bare = folder.resolve("bare.kpack");
    write(
        bare,
        NewEntry.of(
            new BinaryKey(Shelf.name(ONE), 0, true),
            "gfx1100",
            BundleOrigin.bare("gfx1100").encode()),
        code);
    RestoreReport report =
        run(shelf.request(ONE, output).with(RestoreRequest.ARCHIVES, List.of(bare)));
    assertThat(report.bundles().getFirst().entryIds()).isEmpty();
    FatBinary fat = Shelf.fat(output);
    BareCodeObject content =
        (BareCodeObject) fat.bundleOf(fat.wrappers().getFirst()).orElseThrow().content();
    assertThat(content.elf().view().bytes(0, code.length)).isEqualTo(code);
  }

  @Test
  void entriesThatHeldNothingAreNotMissing() throws IOException {
    shelf.put(ONE);
    byte[] code = Shelf.taken(ONE).getFirst().getFirst().code();
    List<String> ids =
        List.of(
            BundleList.HOST_ID,
            "hipv4-amdgcn-amd-amdhsa--gfx1100",
            "hipv4-amdgcn-amd-amdhsa--gfx1200");
    BundleOrigin origin =
        new BundleOrigin(ids.get(1), null, 1, ids, List.of(2), BundleForm.PLAIN, 0);
    Path archive = folder.resolve("empty.kpack");
    write(
        archive,
        NewEntry.of(new BinaryKey(Shelf.name(ONE), 0, true), "gfx1100", origin.encode()),
        code);
    run(shelf.request(ONE, output).with(RestoreRequest.ARCHIVES, List.of(archive)));
    List<Taken> taken = Shelf.taken(output).getFirst();
    assertThat(taken.getFirst().ids()).isEqualTo(ids);
    assertThat(taken.get(1).code()).isEmpty();
  }

  @Test
  void anArchiveThatHasNothingForTheBinaryIsPointedOut() throws IOException {
    shelf.put(ONE);
    Path foreign = folder.resolve("foreign.kpack");
    write(foreign, NewEntry.of(new BinaryKey("lib/other", 0, true), "gfx90a"), new byte[] {1});
    RestoreReport report =
        run(
            shelf
                .request(ONE, output)
                .with(RestoreRequest.ARCHIVES, List.of(foreign, shelf.archive("gfx1100"))));
    assertThat(report.findings())
        .extracting(OperationNote::message)
        .containsExactly("%s has nothing for %s.".formatted(foreign, Shelf.name(ONE)));
  }

  @Test
  void aDamagedCodeObjectIsRefusedByName() throws IOException {
    shelf.put(DRIFT);
    Path damaged = shelf.archive("gfx90a");
    long at;
    try (KpackArchive archive = KpackArchive.open(damaged)) {
      archive.blobs(Progress.NONE);
      ByteRange frame = archive.storedRange(1).orElseThrow();
      at = frame.start() + frame.length() / 2;
    }
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[(int) at] ^= 0x10;
    Files.write(damaged, bytes);
    RestoreRefusedException refused = refused(shelf.request(DRIFT, output));
    assertThat(refused.refusal()).isEqualTo(RestoreRefusal.CODE_OBJECT_DAMAGED);
    assertThat(refused.details()).contains(damaged.toString(), "gfx90a");
  }

  @Test
  void anArchiveThatCannotBeReadIsRefusedByName() throws IOException {
    shelf.put(ONE);
    Path garbage = Files.writeString(folder.resolve("garbage.kpack"), "no archive at all, really");
    for (Path path : List.of(garbage, folder.resolve("nowhere.kpack"))) {
      RestoreRefusedException refused =
          refused(shelf.request(ONE, output).with(RestoreRequest.ARCHIVES, List.of(path)));
      assertThat(refused.refusal()).isEqualTo(RestoreRefusal.ARCHIVE_UNREADABLE);
      assertThat(refused.details()).contains(path.toString());
    }
  }

  @Test
  void whereArchivesWereLookedForIsSaidWhenNoneIsThere() throws IOException {
    shelf.put(ONE);
    Files.delete(shelf.archive("gfx1100"));
    RestoreRefusedException refused = refused(shelf.request(ONE, output));
    assertThat(refused.refusal()).isEqualTo(RestoreRefusal.NO_ARCHIVES);
    assertThat(refused.searched())
        .singleElement()
        .satisfies(
            searched -> {
              assertThat(searched.result()).isEqualTo(Result.NOT_FOUND);
              assertThat(searched.pattern()).isEqualTo(Shelf.PATTERN);
            });
    assertThat(refused.details()).contains("all-@GFXARCH@.kpack");
  }

  private List<SearchedPath> searched(List<String> patterns) throws IOException {
    HostOnlyCopy.make(
        new HostOnlyRequest(ONE, shelf.hostOnly(ONE), true, Shelf.name(ONE), patterns));
    Files.deleteIfExists(output);
    return run(shelf.request(ONE, output)).searched();
  }

  @Test
  void searchPathsAreFollowedAndEachSaysWhatIsThere() throws IOException {
    shelf.put(ONE);
    Path found = shelf.archive("gfx1100");
    Path foreign = found.resolveSibling("foreign-gfx90a.kpack");
    write(foreign, NewEntry.of(new BinaryKey("lib/other", 0, true), "gfx90a"), new byte[] {1});
    Files.createDirectory(found.resolveSibling("folder.kpack"));
    List<SearchedPath> searched =
        searched(
            List.of(
                "../.kpack/nothing.kpack",
                "../.kpack/folder.kpack",
                "../.kpack/foreign-@GFXARCH@.kpack",
                "../.kpack/\0.kpack",
                Shelf.PATTERN,
                found.toString()));
    assertThat(searched)
        .extracting(SearchedPath::result)
        .containsExactly(
            Result.NOT_FOUND,
            Result.NOT_A_FILE,
            Result.OTHER_BINARIES,
            Result.NO_PATH,
            Result.USED);
  }

  @Test
  void placeholdersInFoldersAndManifestsLeadToArchives() throws IOException {
    shelf.put(ONE);
    Path found = shelf.archive("gfx1100");
    Path deep = Files.createDirectories(folder.resolve("shelf/lib/gfx1100/more"));
    Files.createDirectories(folder.resolve("shelf/lib/gfx90a/more"));
    Path moved = Files.move(found, deep.resolve("all-gfx1100.kpack"));
    assertThat(searched(List.of("@GFXARCH@/more/all-@GFXARCH@.kpack")))
        .extracting(SearchedPath::result)
        .containsExactly(Result.USED, Result.NOT_FOUND);
    Files.write(
        deep.resolve("all.kpm"),
        org.kpackworkbench.model.format.kpm.ManifestWriter.write(
            org.kpackworkbench.model.format.kpm.Manifest.of(
                "all",
                "",
                List.of(
                    new org.kpackworkbench.model.format.kpm.ManifestRow(
                        "gfx1100", String.valueOf(moved.getFileName()), -1, -1, null)))));
    assertThat(searched(List.of("gfx1100/more/all.kpm")))
        .extracting(SearchedPath::result)
        .containsExactly(Result.USED);
  }
}
