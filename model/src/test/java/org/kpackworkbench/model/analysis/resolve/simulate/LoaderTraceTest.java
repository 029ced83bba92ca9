package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.Place;

/** Whole traces, written by hand from the description of what a loader does. */
class LoaderTraceTest extends OnInstalledTree {
  private static final String PATTERN = "../.kpack/rocm-@GFXARCH@.kpack";

  @Test
  void theFirstHitWins() throws IOException {
    tree.with("rocm-gfx942.kpack", "lib/libtest.so#0@gfx942", "lib/libtest.so#3@gfx942");

    Resolution resolution = resolve(tree.request(3, "gfx942:sramecc+:xnack-", PATTERN));

    assertThat(tree.words(resolution))
        .containsExactly(
            "cache created: disabled=0, debug=0, override_paths=0, prefix_paths=0",
            "parsed HIPK metadata: kernel_name='lib/libtest.so', co_index=3,"
                + " lookup_key='lib/libtest.so#3', 1 search paths",
            "expanded pattern: ../.kpack/rocm-@GFXARCH@.kpack ->"
                + " .kpack/rocm-gfx942:sramecc+:xnack-.kpack",
            "expanded pattern: ../.kpack/rocm-@GFXARCH@.kpack ->"
                + " .kpack/rocm-gfx942:sramecc+.kpack",
            "expanded pattern: ../.kpack/rocm-@GFXARCH@.kpack -> .kpack/rocm-gfx942:xnack-.kpack",
            "expanded pattern: ../.kpack/rocm-@GFXARCH@.kpack -> .kpack/rocm-gfx942.kpack",
            "archive not found: .kpack/rocm-gfx942:sramecc+:xnack-.kpack",
            "archive not found: .kpack/rocm-gfx942:sramecc+.kpack",
            "archive not found: .kpack/rocm-gfx942:xnack-.kpack",
            "opened and cached archive: .kpack/rocm-gfx942.kpack",
            "  architecture: gfx942",
            "trying architecture: gfx942:sramecc+:xnack-",
            "  none of 1 archives has architecture gfx942:sramecc+:xnack-",
            "trying architecture: gfx942:sramecc+",
            "  none of 1 archives has architecture gfx942:sramecc+",
            "trying architecture: gfx942:xnack-",
            "  none of 1 archives has architecture gfx942:xnack-",
            "trying architecture: gfx942",
            "  archive .kpack/rocm-gfx942.kpack has architecture gfx942",
            "  looking up lib/libtest.so#3",
            "  found kernel: 460 bytes");
    assertThat(resolution.error()).isEqualTo(LoaderError.SUCCESS);
    assertThat(resolution.found()).isNotNull();
    assertThat(resolution.found().key()).isEqualTo("lib/libtest.so#3");
    assertThat(resolution.found().sizeBytes()).isEqualTo(460);
    assertThat(resolution.behavioursDiffer()).isFalse();
  }

  @Test
  void aTolerantLoaderGoesOnFromAnOverlayToTheBase() throws IOException {
    tree.with("overlay.kpack", "lib/libtest.so#0@gfx90a:xnack+")
        .with("base.kpack", "lib/libtest.so#0@gfx90a", "lib/libtest.so#1@gfx90a");
    LoadRequest request =
        tree.request(1, "gfx90a:xnack+", "../.kpack/overlay.kpack", "../.kpack/base.kpack");

    Resolution tolerant = resolve(request);
    assertThat(tree.words(tolerant).subList(6, 14))
        .containsExactly(
            "opened and cached archive: .kpack/base.kpack",
            "  architecture: gfx90a",
            "trying architecture: gfx90a:xnack+",
            "  archive .kpack/overlay.kpack has architecture gfx90a:xnack+",
            "  looking up lib/libtest.so#1",
            "  kernel not found in this archive (error 5), trying next candidate",
            "trying architecture: gfx90a",
            "  archive .kpack/base.kpack has architecture gfx90a");
    assertThat(tolerant.found().archive()).isEqualTo(tree.archive("base.kpack"));
    assertThat(tolerant.difference())
        .isEqualTo(
            "A tolerant loader finds lib/libtest.so#1 @ gfx90a in %s; a strict one returns error 5 (kernel not found)."
                .formatted(tree.archive("base.kpack")));

    Resolution strict = resolve(LoaderEnvironment.NONE, LoaderBehaviour.STRICT, request);
    assertThat(strict.error()).isEqualTo(LoaderError.KERNEL_NOT_FOUND);
    assertThat(tree.words(strict).getLast())
        .isEqualTo("  kernel not found in this archive (error 5)");
    assertThat(strict.otherAnswer()).isEqualTo(tolerant.answer());
    assertThat(strict.difference()).startsWith("A strict loader returns error 5");
  }

  @Test
  void theErrorIsThatOfTheFurthestStep() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942", "gfx1100");
    String path = "../.kpack/a.kpack";

    assertThat(resolve(tree.request(0, "gfx942", "../.kpack/b.kpack")).error().number())
        .isEqualTo(13);
    assertThat(resolve(tree.request(0, "gfx1201", path)).error().number()).isEqualTo(14);
    assertThat(resolve(tree.request(0, "gfx1100", path)).error().number()).isEqualTo(5);
    assertThat(resolve(tree.request(1, "gfx1201 gfx942", path)).error().number()).isEqualTo(5);
    assertThat(tree.words(resolve(tree.request(0, "gfx942", "../.kpack/b.kpack"))))
        .endsWith(
            "direct path: ../.kpack/b.kpack -> .kpack/b.kpack",
            "archive not found: .kpack/b.kpack",
            "no valid archives found in 1 kpack paths");
    assertThat(tree.words(resolve(tree.request(1, "gfx942", path))))
        .endsWith(
            "  kernel not found in this archive (error 5), trying next candidate",
            "kernel not found in any compatible archive (last error 5)");
  }

  @Test
  void thePlainKeyIsForReadersOnly() throws IOException {
    tree.with("a.kpack", "lib/libtest.so@gfx942");
    Resolution first = resolve(tree.request(0, "gfx942", "../.kpack/a.kpack"));
    assertThat(first.error()).isEqualTo(LoaderError.KERNEL_NOT_FOUND);
    assertThat(tree.words(first))
        .contains(
            "note: A reader takes the plain key lib/libtest.so for #0; a loader looks for"
                + " lib/libtest.so#0 only and will not find it.");
    assertThat(resolve(tree.request(1, "gfx942", "../.kpack/a.kpack")).error())
        .isEqualTo(LoaderError.KERNEL_NOT_FOUND);
  }

  @Test
  void anIndexAboveTwoToThe31IsLookedUpAsItIs() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#4294967295@gfx942");
    Resolution found = resolve(tree.request(0xffffffffL, "gfx942", "../.kpack/a.kpack"));
    assertThat(found.found().key()).isEqualTo("lib/libtest.so#4294967295");
    assertThat(resolve(tree.request(0xfffffffeL, "gfx942", "../.kpack/a.kpack")).error())
        .isEqualTo(LoaderError.KERNEL_NOT_FOUND);
  }

  @Test
  void disabledMeansThatNothingIsLookedAt() {
    Resolution resolution =
        resolve(
            LoaderEnvironment.of(Map.of("ROCM_KPACK_DISABLE", "1", "ROCM_KPACK_DEBUG", "1")),
            LoaderBehaviour.TOLERANT,
            tree.request(0, "gfx942", PATTERN));
    assertThat(tree.words(resolution))
        .containsExactly(
            "cache created: disabled=1, debug=1, override_paths=0, prefix_paths=0",
            "kpack disabled via ROCM_KPACK_DISABLE");
    assertThat(resolution.error().number()).isEqualTo(8);
  }

  @Test
  void theOverrideIsUsedAloneAndKnowsNoPatterns() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942").with("b.kpack", "lib/libtest.so#0@gfx942");
    String literal = tree.archive("@GFXARCH@.kpack").toString();
    Resolution resolution =
        resolve(
            LoaderEnvironment.of(
                Map.of(
                    "ROCM_KPACK_PATH",
                    literal + ":" + tree.archive("b.kpack"),
                    "ROCM_KPACK_PATH_PREFIX",
                    tree.archive("a.kpack").toString())),
            LoaderBehaviour.TOLERANT,
            tree.request(0, "gfx942", "../.kpack/a.kpack"));
    assertThat(tree.words(resolution).subList(2, 8))
        .containsExactly(
            "using ROCM_KPACK_PATH override: 2 paths",
            "direct path: .kpack/@GFXARCH@.kpack -> .kpack/@GFXARCH@.kpack",
            "direct path: .kpack/b.kpack -> .kpack/b.kpack",
            "archive not found: .kpack/@GFXARCH@.kpack",
            "opened and cached archive: .kpack/b.kpack",
            "  architecture: gfx942");
  }

  @Test
  void thePrefixComesFirstAndKnowsNoPatterns() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942").with("p-gfx942.kpack", "other#0@gfx942");
    String literal = tree.archive("p-@GFXARCH@.kpack").toString();
    String other = tree.archive("p-gfx942.kpack").toString();
    Resolution resolution =
        resolve(
            LoaderEnvironment.of(Map.of("ROCM_KPACK_PATH_PREFIX", literal + ":" + other)),
            LoaderBehaviour.TOLERANT,
            tree.request(0, "gfx942", "../.kpack/a.kpack"));
    assertThat(tree.words(resolution).subList(2, 7))
        .containsExactly(
            "prepending 2 paths from ROCM_KPACK_PATH_PREFIX",
            "direct path: .kpack/p-@GFXARCH@.kpack -> .kpack/p-@GFXARCH@.kpack",
            "direct path: .kpack/p-gfx942.kpack -> .kpack/p-gfx942.kpack",
            "direct path: ../.kpack/a.kpack -> .kpack/a.kpack",
            "archive not found: .kpack/p-@GFXARCH@.kpack");
    assertThat(tree.words(resolution))
        .contains("  kernel not found in this archive (error 5), trying next candidate");
    assertThat(resolution.found().archive()).isEqualTo(tree.archive("a.kpack"));
  }

  @Test
  void genericCodeIsTakenWhereThereIsNoNative() throws IOException {
    tree.with("rocm-gfx11-generic.kpack", "lib/libtest.so#0@gfx11-generic");
    Resolution resolution = resolve(tree.request(0, "gfx1101 gfx11-generic", PATTERN));
    assertThat(resolution.found().architecture()).isEqualTo("gfx11-generic");
    assertThat(resolution.found().archive()).isEqualTo(tree.archive("rocm-gfx11-generic.kpack"));
  }

  @Test
  void stepsKnowTheirPlaces() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Resolution resolution = resolve(tree.request(0, "gfx942", "../.kpack/a.kpack"));
    Place file = new Place.File(tree.archive("a.kpack"));
    assertThat(resolution.trace().stream().filter(step -> step.place() != null))
        .extracting(Step::place)
        .containsExactly(
            resolution.request().markerPlace(),
            file,
            file,
            file,
            new Place.CodeObject(file, "lib/libtest.so", 0, "gfx942", null, true));
  }

  private static Resolution resolve(LoadRequest request) {
    return resolve(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, request);
  }

  static Resolution resolve(
      LoaderEnvironment environment, LoaderBehaviour behaviour, LoadRequest request) {
    try (Loader loader = new Loader(environment, behaviour)) {
      return loader.resolve(request);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
