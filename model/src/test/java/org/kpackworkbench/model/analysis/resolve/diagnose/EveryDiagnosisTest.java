package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registration.CountedTree;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/**
 * Each claim of each diagnosis is made where it is true, and not made where the same failure has
 * another cause. A diagnosis without both fails the test.
 */
@DisabledOnOs(OS.WINDOWS)
class EveryDiagnosisTest {
  private static final String PATTERN = "../.kpack/x-@GFXARCH@.kpack";
  private static final String ONE = "../.kpack/a.kpack";
  private static final String NOT_HELD =
      "2147483648 bytes are more than this program holds in memory";
  private static final String TWO = "../.kpack/@GFXARCH@/x-@GFXARCH@.kpack";
  private static final String KEY = "lib/libtest.so#";

  @TempDir Path folder;

  /** Makes something that fails, and answers what is said of it; null if nothing is. */
  @FunctionalInterface
  interface Scene {
    Diagnosis play(InstalledTree tree) throws IOException;
  }

  /**
   * A claim.
   *
   * @param kind the diagnosis that makes it
   * @param words what is said
   * @param right where it is true
   * @param wrong where it would not be
   */
  record Claim(Class<? extends Diagnosis> kind, String words, Scene right, Scene wrong) {
    @Override
    public String toString() {
      return kind.getSimpleName() + ": " + words;
    }
  }

  static Stream<Claim> claims() {
    return Stream.of(
        new Claim(
            Diagnosis.Disabled.class,
            "is set, so the loader does not look",
            tree -> asked(tree, Map.of("ROCM_KPACK_DISABLE", "1"), 0, "gfx942", ONE),
            tree -> asked(tree, Map.of("ROCM_KPACK_DISABLE", "0"), 0, "gfx942", ONE)),
        new Claim(
            Diagnosis.ForcedArchitecture.class,
            "selects gfx1201, and no archive that can be opened lists it",
            tree -> forced(tree.with("a.kpack", KEY + "0@gfx942"), "gfx1201", "gfx942", ONE),
            // The same archive is missing without the variable.
            tree -> forced(tree.with("a.kpack", KEY + "0@gfx942"), "gfx1201", "gfx1201", ONE)),
        new Claim(
            Diagnosis.ReplacedPaths.class,
            "leads to no archive",
            tree -> asked(tree, Map.of("ROCM_KPACK_PATH", "/no/such.kpack"), 0, "gfx942", ONE),
            tree -> {
              Path damaged = Files.writeString(tree.archive("damaged.kpack"), "none".repeat(50));
              return asked(tree, Map.of("ROCM_KPACK_PATH", "" + damaged), 0, "gfx942", ONE);
            }),
        new Claim(
            Diagnosis.NotConverted.class,
            "The binary was not converted",
            tree -> inside(tree, DeviceCode.FAT, "gfx942"),
            tree -> inside(tree, DeviceCode.HALF_CONVERTED, "gfx942")),
        new Claim(
            Diagnosis.NotConverted.class,
            "it was not compiled for that GPU",
            tree -> inside(tree, DeviceCode.FAT, "gfx942"),
            // It was, for one setting of a feature.
            tree -> inside(tree, DeviceCode.FAT, "gfx1201:xnack+")),
        new Claim(
            Diagnosis.NotConverted.class,
            "a.kpack has its code for gfx90a:xnack-, but a fat binary leads to no archive",
            tree -> beside(tree.with("a.kpack", KEY + "0@gfx90a:xnack-")),
            // That code is for the setting that the binary has code for itself.
            tree -> beside(tree.with("a.kpack", KEY + "0@gfx90a:xnack+"))),
        new Claim(
            Diagnosis.RefusedCode.class,
            "is found, but the runtime refuses it. Its flags state gfx1100.",
            EveryDiagnosisTest::refused,
            // A bundle without code has none to refuse.
            tree -> inside(tree, DeviceCode.FAT, "gfx942")),
        new Claim(
            Diagnosis.HalfConverted.class,
            "half-converted: wrapper 0 cannot be used",
            tree -> unusable(tree, DeviceCode.HALF_CONVERTED, LoaderError.INVALID_FORMAT),
            tree -> unusable(tree, DeviceCode.HOST_ONLY, LoaderError.INVALID_FORMAT)),
        new Claim(
            Diagnosis.OthersKernels.class,
            "is found, but these kernels belong to wrapper 2",
            tree -> counted(tree, 1),
            // The last index of the same archive has no code at all.
            tree -> counted(tree, 4)),
        new Claim(
            Diagnosis.WrapperUnusable.class,
            "Verify the binary, and install it again.",
            tree -> unusable(tree, DeviceCode.FAT, LoaderError.INVALID_FORMAT),
            // A bundle of a version that is not known is not damaged.
            tree -> unusable(tree, DeviceCode.FAT, LoaderError.UNSUPPORTED_VERSION)),
        new Claim(
            Diagnosis.MarkerUnreadable.class,
            "marker cannot be used",
            tree ->
                traced(LoaderError.INVALID_METADATA, new Step.MetadataUnreadable("no map", null)),
            tree ->
                traced(LoaderError.MSGPACK_PARSE_FAILED, miss(LoaderError.MSGPACK_PARSE_FAILED))),
        new Claim(
            Diagnosis.HiddenFolderMissing.class,
            "The hidden folder",
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              return each(tree, "gfx942");
            },
            // Other hidden files are there.
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              Files.createDirectory(tree.root().resolve(".info"));
              return each(tree, "gfx942");
            }),
        new Claim(
            Diagnosis.HiddenFolderMissing.class,
            "The hidden folder",
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              return each(tree, "gfx942");
            },
            // What it should be in is missing, too.
            tree -> asked(tree, Map.of(), 0, "gfx942", "../no/.kpack/x-@GFXARCH@.kpack")),
        new Claim(
            Diagnosis.PackageMissing.class,
            "pip install 'test[device-gfx942]'",
            tree -> packaged(tree, "lib/libtest.so"),
            // The package has another library.
            tree -> packaged(tree, "lib/other.so")),
        new Claim(
            Diagnosis.ArchiveMissing.class,
            "No archive was found for gfx942",
            tree -> each(tree.with("x-gfx1100.kpack", KEY + "0@gfx1100"), "gfx942"),
            tree -> each(tree.with("x-gfx942.kpack", KEY + "0@gfx1100"), "gfx942")),
        new Claim(
            Diagnosis.ArchiveMissing.class,
            "Install the device code for gfx1100",
            tree -> drift(tree, 0, "gfx1100"),
            // Nothing of it is missing: it was never made.
            tree -> drift(tree, 3, "gfx1100")),
        new Claim(
            Diagnosis.NotCompiled.class,
            "was not compiled for gfx1100",
            tree -> drift(tree, 3, "gfx1100"),
            tree -> drift(tree, 0, "gfx1100")),
        new Claim(
            Diagnosis.NotCompiled.class,
            "was not compiled for gfx1031",
            tree -> drift(tree, 3, "gfx1031"),
            // Code that names no feature is for any setting.
            tree -> drift(tree, 3, "gfx1030:xnack+")),
        new Claim(
            Diagnosis.ArchiveUnreadable.class,
            "exists but cannot be opened",
            tree -> {
              Files.writeString(tree.archive("a.kpack"), "none".repeat(50));
              return one(tree, "gfx942");
            },
            tree -> unreadable(LoaderError.FILE_NOT_FOUND)),
        new Claim(
            Diagnosis.ArchiveUnreadable.class,
            "Verify it, and install it again",
            tree -> unreadable(LoaderError.INVALID_FORMAT),
            tree -> unreadable(LoaderError.UNSUPPORTED_VERSION)),
        new Claim(
            Diagnosis.ArchiveUnreadable.class,
            "Check its permissions",
            tree -> unreadable(LoaderError.IO_ERROR),
            tree -> unreadable(LoaderError.OUT_OF_MEMORY)),
        new Claim(
            Diagnosis.ArchitectureMissing.class,
            "or build it if there is none yet",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100"), "gfx942"),
            // There is: only the list has to be corrected.
            tree -> one(tree.listing("a.kpack", List.of("gfx1100"), KEY + "0@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.ArchitectureMissing.class,
            "no architecture",
            tree -> one(tree.listing("a.kpack", List.of()), "gfx942"),
            // A log need not tell.
            tree ->
                traced(
                    LoaderError.ARCHITECTURE_NOT_FOUND,
                    new Step.ArchiveOpened("/a.kpack", List.of(), null),
                    new Step.ArchitectureTried("gfx942", "gfx942"),
                    new Step.NothingMatched(null))),
        new Claim(
            Diagnosis.ArchitectureUnlisted.class,
            "--set targets=gfx942 --force",
            tree -> one(tree.listing("a.kpack", List.of("gfx1100"), KEY + "0@gfx942"), "gfx942"),
            // What is not listed is another library's.
            tree ->
                one(
                    tree.listing("a.kpack", List.of("gfx1100"), "lib/other.so#0@gfx942"),
                    "gfx942")),
        new Claim(
            Diagnosis.ArchitectureUnlisted.class,
            "its gfx_arches does not list that target",
            tree ->
                one(
                    tree.listing(
                        "a.kpack",
                        List.of("gfx9-4-generic"),
                        KEY + "0@gfx942",
                        KEY + "1@gfx9-4-generic"),
                    "gfx942"),
            // This wrapper has none there.
            tree ->
                one(
                    tree.listing(
                        "a.kpack",
                        List.of("gfx9-4-generic"),
                        KEY + "0@gfx942",
                        KEY + "1@gfx9-4-generic"),
                    2,
                    "gfx942")),
        new Claim(
            Diagnosis.GenericNotAsked.class,
            "whose code gfx1100 runs",
            tree -> alone(tree.with("a.kpack", KEY + "0@gfx11-generic"), "gfx1100"),
            tree -> alone(tree.with("a.kpack", KEY + "0@gfx12-generic"), "gfx1100")),
        new Claim(
            Diagnosis.GenericNotAsked.class,
            "lists gfx10-generic, whose code gfx1030 runs",
            tree -> alone(tree.with("a.kpack", KEY + "0@gfx10-generic"), "gfx1030"),
            tree -> alone(tree.with("a.kpack", KEY + "0@gfx10-generic"), "gfx1100")),
        new Claim(
            Diagnosis.FeatureSpelling.class,
            "the same target",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx90a-xnack+"), "gfx90a:xnack+"),
            tree -> one(tree.with("a.kpack", KEY + "0@gfx90a-xnack-"), "gfx90a:xnack+")),
        new Claim(
            Diagnosis.OtherFeatures.class,
            "There is code for gfx90a:xnack-",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx90a:xnack-"), "gfx90a:xnack+"),
            // Of another library.
            tree -> one(tree.with("a.kpack", "lib/other.so#0@gfx90a:xnack-"), "gfx90a:xnack+")),
        new Claim(
            Diagnosis.OtherFeatures.class,
            "There is code for gfx90a:xnack-",
            tree ->
                each(tree.with("x-gfx90a:xnack-.kpack", KEY + "0@gfx90a:xnack-"), "gfx90a:xnack+"),
            // What is called so is no archive.
            tree -> {
              Files.writeString(tree.archive("x-gfx90a:xnack-.kpack"), "");
              return each(tree, "gfx90a:xnack+");
            }),
        new Claim(
            Diagnosis.OtherFeatures.class,
            "HSA_XNACK",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx90a:xnack-"), "gfx90a:xnack+"),
            tree ->
                one(
                    tree.with("a.kpack", KEY + "0@gfx90a:sramecc-:xnack-"),
                    "gfx90a:sramecc+:xnack+")),
        new Claim(
            Diagnosis.ArchiveMisnamed.class,
            "Rename it",
            tree ->
                each(tree.with("x-gfx90a-xnack+.kpack", KEY + "0@gfx90a:xnack+"), "gfx90a:xnack+"),
            // Under that name, too, it would list something else.
            tree -> each(tree.with("x-gfx90a-xnack+.kpack", KEY + "0@gfx1100"), "gfx90a:xnack+")),
        new Claim(
            Diagnosis.ColonInName.class,
            "x-gfx90a:xnack+.kpack: Windows allows no colon in names",
            tree ->
                windows(
                    tree.with("x-gfx90a:xnack+.kpack", KEY + "0@gfx90a:xnack+"), "gfx90a:xnack+"),
            tree ->
                windows(
                    tree.with("x-gfx90a-xnack+.kpack", KEY + "0@gfx90a:xnack+"), "gfx90a:xnack+")),
        new Claim(
            Diagnosis.NameMissing.class,
            "have nothing under the name lib/libtest.so for any target",
            tree -> one(tree.with("a.kpack", "lib/other.so#0@gfx942"), "gfx942"),
            // The library is in it; for that GPU it was never compiled.
            tree ->
                one(tree.with("a.kpack", KEY + "0@gfx1100", "lib/other.so#0@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.NameMissing.class,
            "kernel_name does not match its archives",
            tree -> one(tree.with("a.kpack", "lib64/libtest.so#0@gfx942"), "gfx942"),
            tree -> one(tree.with("a.kpack", "lib/other.so#0@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.NameMissing.class,
            "and loaders look for lib/libtest.so#0 in exactly this spelling",
            tree -> one(tree.with("a.kpack", KEY + "00@gfx942"), "gfx942"),
            // Another library's keys are right as they are.
            tree -> one(tree.with("a.kpack", "lib/other.so#00@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.NameMissing.class,
            "Their keys have no index",
            tree -> one(tree.with("a.kpack", "fmha/fwd.co@gfx942", "add_f32@gfx942"), "gfx942"),
            tree ->
                one(tree.with("a.kpack", "fmha/fwd.co@gfx942", "lib/other.so#0@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.KeyRenamed.class,
            "It has \"lib/libtest.so.1\" instead, which is the path of no binary here.",
            tree -> renamed(tree, "lib/libother.so"),
            // That file is there.
            tree -> renamed(tree, "lib/libtest.so.1")),
        new Claim(
            Diagnosis.KeyMissing.class,
            "has no code object fmha/fwd.co for it, nor for another target",
            tree -> key(tree.with("a.kpack", "fmha/bwd.co@gfx942"), "fmha/fwd.co"),
            // The archive does not list the target at all.
            tree -> key(tree.with("a.kpack", "fmha/fwd.co@gfx1100"), "fmha/fwd.co")),
        new Claim(
            Diagnosis.FormUnread.class,
            "keys lead to entries without a level of architectures",
            EveryDiagnosisTest::keyInEarlyLayout,
            tree -> key(tree.with("a.kpack", "fmha/bwd.co@gfx942"), "fmha/fwd.co")),
        new Claim(
            Diagnosis.PlainKey.class,
            "under its plain name",
            tree -> one(tree.with("a.kpack", "lib/libtest.so@gfx942"), 1, "gfx942"),
            tree -> one(tree.with("a.kpack", "lib/other.so@gfx942"), 1, "gfx942")),
        new Claim(
            Diagnosis.PlainKey.class,
            "--rename lib/libtest.so=lib/libtest.so#0",
            tree -> one(tree.with("a.kpack", "lib/libtest.so@gfx942"), "gfx942"),
            // Renamed, it would still be another wrapper's.
            tree -> one(tree.with("a.kpack", "lib/libtest.so@gfx942"), 1, "gfx942")),
        new Claim(
            Diagnosis.TargetMissing.class,
            "Build it for gfx942, too, if it was never compiled for it",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100", "lib/other.so#0@gfx942"), "gfx942"),
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100", KEY + "1@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.IndexMissing.class,
            "of this binary there is #1",
            tree -> one(tree.with("a.kpack", KEY + "1@gfx942"), "gfx942"),
            tree -> one(tree.with("a.kpack", "lib/other.so#1@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.IndexMissing.class,
            "It was compiled for",
            tree -> lost(tree, 2),
            tree -> one(tree.with("a.kpack", KEY + "1@gfx942"), "gfx942")),
        new Claim(
            Diagnosis.BaseMissing.class,
            "archives that could have it are missing",
            tree ->
                asked(
                    tree.with("a.kpack", KEY + "0@gfx942"),
                    Map.of(),
                    1,
                    "gfx942",
                    ONE,
                    "../.kpack/base.kpack"),
            tree ->
                asked(
                    tree.with("a.kpack", KEY + "0@gfx942").with("base.kpack", KEY + "2@gfx942"),
                    Map.of(),
                    1,
                    "gfx942",
                    ONE,
                    "../.kpack/base.kpack")),
        new Claim(
            Diagnosis.HiddenFolderMissing.class,
            "does not exist",
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              return each(tree, "gfx942");
            },
            // It is there, and leads nowhere.
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              Files.createSymbolicLink(tree.root().resolve(".kpack"), Path.of("nowhere"));
              return each(tree, "gfx942");
            }),
        new Claim(
            Diagnosis.HiddenFolderMissing.class,
            "The hidden folder",
            tree -> {
              Files.delete(tree.root().resolve(".kpack"));
              return each(tree, "gfx942");
            },
            // It is empty.
            tree -> each(tree, "gfx942")),
        new Claim(
            Diagnosis.ArchiveUnreachable.class,
            "a.kpack is a folder",
            tree -> {
              Files.createDirectory(tree.archive("a.kpack"));
              return one(tree, "gfx942");
            },
            tree -> one(tree, "gfx942")),
        new Claim(
            Diagnosis.ArchiveMissing.class,
            "Install the device code for gfx942",
            tree -> one(tree, "gfx942"),
            // What has its name leads in a circle.
            tree -> {
              Files.createSymbolicLink(tree.archive("a.kpack"), tree.archive("a.kpack"));
              return one(tree, "gfx942");
            }),
        new Claim(
            Diagnosis.ArchiveUnreachable.class,
            "the search path ../.kpack/a.kpack cannot be reached: its links form a loop",
            tree -> {
              Files.createSymbolicLink(tree.archive("a.kpack"), tree.archive("a.kpack"));
              return one(tree, "gfx942");
            },
            tree -> {
              Files.createSymbolicLink(tree.archive("a.kpack"), tree.archive("nowhere"));
              return one(tree, "gfx942");
            }),
        new Claim(
            Diagnosis.PlaceholderTwice.class,
            "replace only the first @GFXARCH@",
            tree -> {
              Files.createDirectory(tree.archive("gfx942"));
              return asked(
                  tree.with("gfx942/x-gfx942.kpack", KEY + "0@gfx942"), Map.of(), 0, "gfx942", TWO);
            },
            // Without the second one it would be missing as well.
            tree -> {
              Files.createDirectory(tree.archive("gfx942"));
              return asked(
                  tree.with("gfx942/x-gfx1100.kpack", KEY + "0@gfx1100"),
                  Map.of(),
                  0,
                  "gfx942",
                  TWO);
            }),
        new Claim(
            Diagnosis.ReplacedArchives.class,
            "its archives have no code of the binary for gfx942",
            tree -> overridden(tree.with("b.kpack", "lib/other.so#0@gfx1100"), "b.kpack"),
            // Without the variable it is the same.
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100"), "gfx942")),
        new Claim(
            Diagnosis.ReplacedArchives.class,
            "ROCM_KPACK_PATH replaces",
            tree -> overridden(tree.with("b.kpack", "lib/other.so#0@gfx942"), "b.kpack"),
            // What it leads to has the code, and only its list is wrong.
            tree ->
                overridden(
                    tree.listing("b.kpack", List.of("gfx1100"), KEY + "0@gfx942"), "b.kpack")),
        new Claim(
            Diagnosis.ArchitectureMissing.class,
            "or build it if there is none yet",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100"), "gfx942"),
            // The binary's own archive has it; a variable leads elsewhere.
            tree ->
                overridden(
                    tree.with("a.kpack", KEY + "0@gfx942")
                        .with("b.kpack", "lib/other.so#0@gfx1100"),
                    "b.kpack")),
        new Claim(
            Diagnosis.TargetMissing.class,
            "Build it for gfx942",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx1100", "lib/other.so#0@gfx942"), "gfx942"),
            tree ->
                overridden(
                    tree.with("b.kpack", KEY + "0@gfx1100", "lib/other.so#0@gfx942"), "b.kpack")),
        new Claim(
            Diagnosis.ArchitectureUnlisted.class,
            "Correct the list",
            tree ->
                one(
                    tree.listing("a.kpack", List.of("gfx1100"), KEY + "0@gfx90a:xnack+"),
                    "gfx90a:xnack+"),
            // Listed in that spelling, no loader would look it up either.
            tree ->
                one(
                    tree.listing("a.kpack", List.of("gfx1100"), KEY + "0@gfx90a-xnack+"),
                    "gfx90a:xnack+")),
        new Claim(
            Diagnosis.ArchitectureUnlisted.class,
            "Correct the list",
            tree ->
                one(
                    tree.listing("a.kpack", List.of("gfx1201"), KEY + "0@gfx11-generic"),
                    "gfx1100"),
            // The runtime does not know that target.
            tree ->
                alone(
                    tree.listing("a.kpack", List.of("gfx1201"), KEY + "0@gfx11-generic"),
                    "gfx1100")),
        new Claim(
            Diagnosis.GenericNotAsked.class,
            "Use a runtime that knows gfx11-generic",
            tree -> alone(tree.with("a.kpack", KEY + "0@gfx11-generic"), "gfx1100"),
            // Such a runtime would find nothing of this library there.
            tree -> alone(tree.with("a.kpack", "lib/other.so#0@gfx11-generic"), "gfx1100")),
        new Claim(
            Diagnosis.GenericNotAsked.class,
            "lists gfx11-generic, whose code gfx1100 runs",
            tree -> apart(tree.with("x-gfx11-generic.kpack", KEY + "0@gfx11-generic"), "gfx1100"),
            tree -> apart(tree.with("x-gfx12-generic.kpack", KEY + "0@gfx12-generic"), "gfx1100")),
        new Claim(
            Diagnosis.ArchiveMissing.class,
            "build it if there is none yet",
            tree -> apart(tree.with("x-gfx12-generic.kpack", KEY + "0@gfx12-generic"), "gfx1100"),
            // There is, under the generic target.
            tree -> apart(tree.with("x-gfx11-generic.kpack", KEY + "0@gfx11-generic"), "gfx1100")),
        new Claim(
            Diagnosis.FeatureSpelling.class,
            "Write the archive again with that spelling",
            tree -> one(tree.with("a.kpack", KEY + "0@gfx90a-xnack+"), "gfx90a:xnack+"),
            // It would have nothing of this library.
            tree -> one(tree.with("a.kpack", "lib/other.so#0@gfx90a-xnack+"), "gfx90a:xnack+")),
        new Claim(
            Diagnosis.OtherFeatures.class,
            "There is code for gfx90a:xnack-",
            tree ->
                each(tree.with("x-gfx90a:xnack-.kpack", KEY + "0@gfx90a:xnack-"), "gfx90a:xnack+"),
            // Of another library, in an archive of its own.
            tree ->
                each(
                    tree.with("x-gfx90a:xnack-.kpack", "lib/other.so#0@gfx90a:xnack-"),
                    "gfx90a:xnack+")),
        new Claim(
            Diagnosis.ArchiveMisnamed.class,
            "Rename it",
            tree ->
                each(tree.with("x-gfx90a-xnack+.kpack", KEY + "0@gfx90a:xnack+"), "gfx90a:xnack+"),
            // Under that name, too, it would have nothing of this library.
            tree ->
                each(
                    tree.with("x-gfx90a-xnack+.kpack", "lib/other.so#0@gfx90a:xnack+"),
                    "gfx90a:xnack+")),
        new Claim(
            Diagnosis.ArchiveUnreadable.class,
            "Check its permissions",
            tree -> unreadable(LoaderError.IO_ERROR),
            // Anybody may; there is nothing in it.
            tree -> {
              Files.createFile(tree.archive("a.kpack"));
              return one(tree, "gfx942");
            }),
        new Claim(
            Diagnosis.NotCompiled.class,
            "was not compiled for gfx1100",
            tree -> drift(tree, 3, "gfx1100"),
            // Archives of two builds, which say different things of it.
            tree -> otherBuild(tree, 3, "gfx1100")),
        new Claim(
            Diagnosis.NotCompiled.class,
            "was not compiled for gfx1100",
            tree -> secondTable(tree, "", 3),
            // That code was there, and is lost.
            tree -> secondTable(tree, "lib/lib.so#0", 0)),
        new Claim(
            Diagnosis.OverlayIncomplete.class,
            "A tolerant loader finds it in",
            tree ->
                one(
                    tree.with("a.kpack", KEY + "0@gfx90a:xnack+", KEY + "1@gfx90a"),
                    1,
                    "gfx90a:xnack+"),
            tree ->
                one(
                    tree.with("a.kpack", KEY + "0@gfx90a:xnack+", KEY + "1@gfx90a"),
                    2,
                    "gfx90a:xnack+")),
        new Claim(
            Diagnosis.CodeUnreadable.class,
            "exists but cannot be loaded",
            tree ->
                traced(LoaderError.DECOMPRESSION_FAILED, miss(LoaderError.DECOMPRESSION_FAILED)),
            tree -> traced(LoaderError.KERNEL_NOT_FOUND, miss(LoaderError.KERNEL_NOT_FOUND))),
        new Claim(
            Diagnosis.CodeUnreadable.class,
            "Verify the archive",
            tree ->
                traced(LoaderError.DECOMPRESSION_FAILED, miss(LoaderError.DECOMPRESSION_FAILED)),
            tree -> traced(LoaderError.OUT_OF_MEMORY, miss(LoaderError.OUT_OF_MEMORY))),
        new Claim(
            Diagnosis.CodeUnreadable.class,
            "--allow-large",
            tree -> traced(LoaderError.OUT_OF_MEMORY, refused("expected at most 1000 times 74")),
            tree -> traced(LoaderError.OUT_OF_MEMORY, miss(LoaderError.OUT_OF_MEMORY))),
        new Claim(
            Diagnosis.CodeUnreadable.class,
            "extract writes it to a file",
            tree -> traced(LoaderError.OUT_OF_MEMORY, refused(NOT_HELD)),
            tree -> traced(LoaderError.OUT_OF_MEMORY, refused("expected at most 1000 times 74"))),
        new Claim(
            Diagnosis.CodeUnreadable.class,
            "check how much memory is free",
            tree -> traced(LoaderError.OUT_OF_MEMORY, miss(LoaderError.OUT_OF_MEMORY)),
            tree -> traced(LoaderError.OUT_OF_MEMORY, refused(NOT_HELD))),
        new Claim(
            Diagnosis.ManifestNamed.class,
            "loaders follow no manifest",
            tree -> unopened("/a.kpm"),
            tree -> unopened("/a.kpack")),
        new Claim(
            Diagnosis.FormUnread.class,
            "--compression zstd",
            tree -> schemed(tree, "ZstdPerKernel"),
            tree -> schemed(tree, "none")),
        // A later archive has it, too, for loaders that ask that.
        new Claim(
            Diagnosis.FormUnread.class,
            "--compression zstd",
            tree -> overlaid(tree, "ZstdPerKernel"),
            tree -> overlaid(tree, "lz4")),
        new Claim(
            Diagnosis.ArchiveRenamed.class,
            "loaders look for it under that name",
            tree -> each(tree.with("x-gfx950.kpack", KEY + "0@gfx942"), "gfx942"),
            tree ->
                each(tree.with("x-gfx950.kpack", KEY + "0@gfx942", KEY + "0@gfx950"), "gfx942")),
        new Claim(
            Diagnosis.ArchiveRenamed.class,
            "loaders look for it under that name",
            tree ->
                each(
                    tree.with("x-gfx90a.kpack", KEY + "0@gfx942")
                        .with("x-gfx942.kpack", KEY + "0@gfx90a"),
                    "gfx942"),
            tree ->
                each(
                    tree.with("x-gfx90a.kpack", KEY + "1@gfx942")
                        .with("x-gfx942.kpack", KEY + "0@gfx90a"),
                    "gfx942")),
        new Claim(
            Diagnosis.ArchiveUnusable.class,
            "Nothing says how its code is stored",
            tree -> schemed(tree, "lz4"),
            tree -> schemed(tree, "ZstdPerKernel")),
        new Claim(
            Diagnosis.FiledElsewhere.class,
            "under gfx1030: its flags state gfx942.",
            tree -> misfiled(tree, "gfx942"),
            // What is filed there is for that target.
            tree -> misfiled(tree, "gfx1030")),
        new Claim(
            Diagnosis.FiledElsewhere.class,
            "under gfx942:xnack+: its flags state gfx942.",
            tree -> misfiled(tree, "gfx942", "gfx942:xnack+"),
            tree -> misfiled(tree, "gfx90a:xnack+", "gfx942:xnack+")),
        new Claim(
            Diagnosis.DroppedByPrune.class,
            "Code for gfx1100 was dropped by prune",
            tree -> pruned(tree, "gfx1100"),
            // There was never any for this one.
            tree -> pruned(tree, "gfx1201")),
        new Claim(
            Diagnosis.Other.class,
            "The loader returns error 7",
            tree -> traced(LoaderError.OUT_OF_MEMORY),
            tree -> traced(LoaderError.OUT_OF_MEMORY, miss(LoaderError.OUT_OF_MEMORY))));
  }

  @Test
  void eachDiagnosisHasAClaim() {
    Set<Class<?>> kinds = Set.of(Diagnosis.class.getPermittedSubclasses());
    assertThat(claims().map(Claim::kind).collect(Collectors.toSet())).isEqualTo(kinds);
  }

  @ParameterizedTest
  @MethodSource("claims")
  void itIsMadeWhereItIsTrueAndNotElsewhere(Claim claim) throws IOException {
    Diagnosis right = claim.right().play(tree("right"));
    assertThat(right).isInstanceOf(claim.kind());
    assertThat(text(right)).contains(claim.words());
    Diagnosis wrong = claim.wrong().play(tree("wrong"));
    assertThat(wrong).isNotNull();
    assertThat(text(wrong)).doesNotContain(claim.words());
  }

  @Test
  void everySentenceIsOne() throws IOException {
    int number = 0;
    for (Claim claim : claims().toList()) {
      Diagnosis right = claim.right().play(tree("each" + number++));
      assertThat(right.sentence()).endsWith(".").doesNotContain("null", "%", "  ");
      assertThat(right.advice()).isNotEmpty().doesNotContain("null", "%", "usual cause");
    }
  }

  private InstalledTree tree(String name) throws IOException {
    return new InstalledTree(Files.createDirectory(folder.resolve(name)));
  }

  private static String text(Diagnosis one) {
    return one.sentence() + " " + one.advice();
  }

  /** Code that one unit has, and code that it never had, where the table has a second toc. */
  private static Diagnosis secondTable(InstalledTree tree, String gone, int index)
      throws IOException {
    Path library = ConvertedTree.convert(FatFixture.DRIFT.path(), tree.root(), "lib.so");
    Path archive = tree.archive("lib.so_gfx1100.kpack");
    String text = Files.readString(archive, StandardCharsets.ISO_8859_1);
    byte[] bytes =
        ((gone.isEmpty() ? text : text.replace(gone, "lib/lib.so#7")) + "\u00a3toc\u0080")
            .getBytes(StandardCharsets.ISO_8859_1);
    // One pair more in its map.
    bytes[(int) ByteView.of("archive", bytes).u64(8)]++;
    Files.write(archive, bytes);
    return converted(library, index, "gfx1100");
  }

  /** Code for a target under another one of its archive. */
  private static Diagnosis misfiled(InstalledTree tree, String target) throws IOException {
    return misfiled(tree, target, "gfx1030");
  }

  private static Diagnosis misfiled(InstalledTree tree, String target, String under)
      throws IOException {
    ConvertedTree.convert(FatFixture.MANY.path(), tree.root(), "lib.so");
    byte[] code;
    try (KpackArchive made = KpackArchive.open(tree.archive("lib.so_%s.kpack".formatted(target)))) {
      ByteView bytes = made.load(made.find("lib/lib.so", 0, target).orElseThrow());
      code = bytes.bytes(0, (int) bytes.size());
    }
    TestArchive archive = TestArchive.zstd(code);
    archive.architectures = List.of("gfx942", under);
    archive.toc(map(KEY + "0", map(under, TestArchive.entry(0, code.length))));
    Files.write(tree.archive("a.kpack"), archive.bytes());
    return one(tree, "gfx942");
  }

  /** Of an archive without the code for gfx1100 that it once had. */
  private static Diagnosis pruned(InstalledTree tree, String device) throws IOException {
    tree.with("a.kpack", KEY + "0@gfx942", KEY + "0@gfx1100");
    TargetFilter kept = TargetFilter.of(List.of("gfx942"));
    new Prune(PruneRequest.keeping(tree.archive("a.kpack"), tree.root(), kept).inPlace()).run();
    return one(tree, device);
  }

  /** Of the first wrapper, of a library with one archive. */
  private static Diagnosis one(InstalledTree tree, String device) throws IOException {
    return one(tree, 0, device);
  }

  private static Diagnosis one(InstalledTree tree, long index, String device) throws IOException {
    return asked(tree, Map.of(), index, device, ONE);
  }

  /**
   * Of a library whose key was renamed, in an archive that has code of a file that is there.
   *
   * @param there a file that is there
   */
  private static Diagnosis renamed(InstalledTree tree, String there) throws IOException {
    Files.writeString(tree.root().resolve(there), "");
    tree.with("a.kpack", "lib/libtest.so.1#0@gfx942", there + "#1@gfx942");
    Files.delete(tree.library());
    HostOnlyCopy.make(
        new HostOnlyRequest(
            FatFixture.MANY.path(), tree.library(), false, InstalledTree.NAME, List.of(ONE)));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution found =
          new BinaryResolver(loader, List.of(GpuTarget.parse("gfx942")), false)
              .lookUp(tree.library(), Progress.NONE);
      return new Diagnoser(loader).of(found.outcomes().getFirst(), found.state());
    }
  }

  /** Of a library with an archive for each target. */
  private static Diagnosis each(InstalledTree tree, String device) throws IOException {
    return asked(tree, Map.of(), 0, device, PATTERN);
  }

  /** Of a library of Windows with an archive for each target. */
  private static Diagnosis windows(InstalledTree tree, String device) throws IOException {
    return asked(
        tree.request(PathRules.WINDOWS, 0, InstalledTree.preference(device), PATTERN),
        LoaderEnvironment.NONE,
        LoaderBehaviour.TOLERANT,
        device);
  }

  private static Diagnosis asked(
      InstalledTree tree,
      Map<String, String> environment,
      long index,
      String device,
      String... paths)
      throws IOException {
    return asked(tree, environment, LoaderBehaviour.TOLERANT, index, device, paths);
  }

  private static Diagnosis asked(
      InstalledTree tree,
      Map<String, String> environment,
      LoaderBehaviour behaviour,
      long index,
      String device,
      String... paths)
      throws IOException {
    return asked(
        new LoadRequest(
            Marker.stating(InstalledTree.NAME, List.of(paths)),
            tree.library(),
            index,
            GpuTable.preference(GpuTarget.parse(device))),
        LoaderEnvironment.of(environment),
        behaviour,
        device);
  }

  /** A table in which keys have no level of architectures. */
  private static Diagnosis keyInEarlyLayout(InstalledTree tree) throws IOException {
    TestArchive archive = TestArchive.zstd("code".getBytes(StandardCharsets.UTF_8));
    archive.architectures = List.of("gfx942");
    archive.toc = MsgBytes.map("fmha/fwd.co", MsgBytes.map("type", "hsaco", "ordinal", 0));
    Path file = tree.library().resolveSibling(ONE).normalize();
    Files.createDirectories(file.getParent());
    Files.write(file, archive.bytes());
    return key(tree, "fmha/fwd.co");
  }

  /** Of a library that looks a key of its own up in an archive. */
  private static Diagnosis key(InstalledTree tree, String key) throws IOException {
    return asked(
        LoadRequest.inArchive(
            tree.library().resolveSibling(ONE).normalize(), key, List.of("gfx942")),
        LoaderEnvironment.NONE,
        LoaderBehaviour.TOLERANT,
        "gfx942");
  }

  /** Of a library beside the description of a Python package that has a file. */
  private static Diagnosis packaged(InstalledTree tree, String file) throws IOException {
    Path info = Files.createDirectory(tree.root().resolve("test-1.dist-info"));
    Files.writeString(
        info.resolve("METADATA"), "Name: test\nVersion: 1\nProvides-Extra: device-gfx942\n");
    Files.writeString(info.resolve("RECORD"), file + ",,\n");
    return each(tree, "gfx942");
  }

  /** Without the device's generic targets. */
  private static Diagnosis alone(InstalledTree tree, String device) throws IOException {
    return asked(
        tree.request(0, device, ONE), LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, device);
  }

  /** Likewise, with an archive of its own for each target. */
  private static Diagnosis apart(InstalledTree tree, String device) throws IOException {
    return asked(
        tree.request(0, device, PATTERN), LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, device);
  }

  /** With a variable that names one archive in place of the binary's own. */
  private static Diagnosis overridden(InstalledTree tree, String archive) throws IOException {
    Map<String, String> variables = Map.of("ROCM_KPACK_PATH", "" + tree.archive(archive));
    return asked(tree, variables, 0, "gfx942", ONE);
  }

  private static Diagnosis forced(InstalledTree tree, String to, String device, String path)
      throws IOException {
    return asked(
        tree, Map.of("ROCM_KPACK_ARCH_OVERRIDE", to), LoaderBehaviour.PLANNED, 0, device, path);
  }

  private static Diagnosis asked(
      LoadRequest request, LoaderEnvironment environment, LoaderBehaviour behaviour, String device)
      throws IOException {
    try (Loader loader = new Loader(environment, behaviour)) {
      Resolution resolution = loader.resolve(request);
      return new Diagnoser(loader)
          .of(
              outcome(request.binary(), device, new WrapperOutcome.InArchive(resolution, null)),
              DeviceCode.HOST_ONLY);
    }
  }

  /** A library whose fourth wrapper was compiled for gfx1030 only; no archive for gfx1100. */
  private static Diagnosis drift(InstalledTree tree, long index, String device) throws IOException {
    Path library = ConvertedTree.convert(FatFixture.DRIFT.path(), tree.root(), "lib.so");
    Files.delete(tree.archive("lib.so_gfx1100.kpack"));
    boolean there = !device.startsWith("gfx1030");
    if (!there) {
      Files.delete(tree.archive("lib.so_gfx1030.kpack"));
    }
    return converted(library, index, device);
  }

  /** Likewise, with an archive for another GPU that is of a build with more targets. */
  private static Diagnosis otherBuild(InstalledTree tree, long index, String device)
      throws IOException {
    Path library = ConvertedTree.convert(FatFixture.DRIFT.path(), tree.root(), "lib.so");
    Files.delete(tree.archive("lib.so_gfx1100.kpack"));
    Path other = Files.createDirectory(tree.root().resolve("other"));
    ConvertedTree.convert(FatFixture.COMPRESSED.path(), other, "lib.so");
    Files.move(
        other.resolve(".kpack/lib.so_gfx942.kpack"),
        tree.archive("lib.so_gfx942.kpack"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return converted(library, index, device);
  }

  /** A library with an index less for gfx942 than it was compiled for. */
  private static Diagnosis lost(InstalledTree tree, int index) throws IOException {
    Path library = ConvertedTree.convert(FatFixture.COMPRESSED.path(), tree.root(), "lib.so");
    Path archive = tree.archive("lib.so_gfx942.kpack");
    java.nio.charset.Charset each = java.nio.charset.StandardCharsets.ISO_8859_1;
    String bytes = new String(Files.readAllBytes(archive), each);
    Files.write(archive, bytes.replace("lib/lib.so#" + index, "lib/lib.so#7").getBytes(each));
    return converted(library, index, "gfx942");
  }

  /** A library whose code objects are numbered by architecture, some units lacking gfx942. */
  private static Diagnosis counted(InstalledTree tree, int index) throws IOException {
    Path library = CountedTree.of("libowner.so", tree.root(), "libx.so");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution binary =
          new BinaryResolver(loader, InstalledTree.targets("gfx942"), false)
              .resolve(library, Progress.NONE);
      return new Diagnoser(loader)
          .of(binary).entrySet().stream()
              .filter(cause -> cause.getValue().contains(binary.outcomes().get(index)))
              .findFirst()
              .orElseThrow()
              .getKey();
    }
  }

  private static Diagnosis converted(Path library, long index, String device) throws IOException {
    LoadRequest request =
        new LoadRequest(
            Marker.stating("lib/lib.so", List.of(ConvertedTree.PATTERN.formatted("lib.so"))),
            library,
            index,
            GpuTable.preference(GpuTarget.parse(device)));
    return asked(request, LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, device);
  }

  /** A bundle without code for a device. */
  private static Diagnosis inside(InstalledTree tree, DeviceCode state, String only) {
    return Diagnoser.ofTraces()
        .of(
            outcome(
                tree.library(),
                "gfx1201",
                new WrapperOutcome.InBundle(null, 0, List.of(GpuTarget.parse(only)))),
            state);
  }

  /** On a device for whose other setting a fat binary has code. */
  private static Diagnosis beside(InstalledTree tree) throws IOException {
    GpuTarget other = GpuTarget.parse("gfx90a:xnack+");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return new Diagnoser(loader)
          .of(
              outcome(
                  tree.library(),
                  "gfx90a:xnack-",
                  new WrapperOutcome.InBundle(null, 0, List.of(other))),
              DeviceCode.FAT);
    }
  }

  /** Code in a bundle that is for another GPU than its entry says. */
  private static Diagnosis refused(InstalledTree tree) {
    GpuTarget device = GpuTarget.parse("gfx942");
    Place.File file = new Place.File(tree.library());
    Place.CodeObject code = new Place.CodeObject(file, "x", 0, "gfx942", null, false);
    return Diagnoser.ofTraces()
        .of(
            new WrapperOutcome(
                new Place.Wrapper(file, 0, new ByteRange(0, 24)),
                0,
                device,
                new WrapperOutcome.InBundle(code, 100, List.of(device)),
                new Refusal("Its flags state gfx1100.", "Build it for the GPU."),
                List.of()),
            DeviceCode.FAT);
  }

  private static Diagnosis unusable(InstalledTree tree, DeviceCode state, LoaderError error) {
    return Diagnoser.ofTraces()
        .of(
            outcome(tree.library(), "gfx942", new WrapperOutcome.Unusable(error, "It is odd.")),
            state);
  }

  private static Diagnosis unreadable(LoaderError error) {
    return traced(
        LoaderError.ARCHIVE_NOT_FOUND,
        new Step.ArchiveUnreadable("/a.kpack", error, null, null),
        new Step.NoArchives(1));
  }

  /** Not unpacked by this program, for a reason of its own. */
  private static Step refused(String why) {
    return new Step.KernelMissed(
        "/a.kpack", "a#0", "gfx942", LoaderError.OUT_OF_MEMORY, why, false, null);
  }

  private static Step miss(LoaderError error) {
    return new Step.KernelMissed("/a.kpack", "a#0", "gfx942", error, null, false, null);
  }

  private static Diagnosis unopened(String file) {
    return traced(
        LoaderError.ARCHIVE_NOT_FOUND,
        new Step.ArchiveUnreadable(file, LoaderError.INVALID_FORMAT, "no archive", null));
  }

  /** Frames under a scheme that has none. */
  private static Diagnosis overlaid(InstalledTree tree, String scheme) throws IOException {
    schemed(tree, scheme);
    tree.with("y-gfx942.kpack", KEY + "0@gfx942");
    return asked(tree, Map.of(), 0, "gfx942", PATTERN, PATTERN.replace("/x-", "/y-"));
  }

  private static Diagnosis schemed(InstalledTree tree, String scheme) throws IOException {
    TestArchive archive = TestArchive.zstd(new byte[] {1, 2, 3});
    archive.architectures = List.of("gfx942");
    archive.scheme = scheme;
    archive.toc(map(KEY + "0", map("gfx942", TestArchive.entry(0, 3))));
    Files.write(tree.archive("x-gfx942.kpack"), archive.bytes());
    return each(tree, "gfx942");
  }

  /** As of a log. */
  private static Diagnosis traced(LoaderError error, Step... steps) {
    return Diagnoser.ofTraces().of(Arrays.asList(steps), error, "gfx942");
  }

  private static WrapperOutcome outcome(Path binary, String device, WrapperOutcome.Code code) {
    return new WrapperOutcome(
        new Place.Wrapper(new Place.File(binary), 0, new ByteRange(0, 24)),
        0,
        GpuTarget.parse(device),
        code);
  }
}
