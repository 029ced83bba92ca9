package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TensileLibraries;

/**
 * Tensile's libraries that are measured: files of 20 and 200 MB, and an install tree with 1,601
 * files of rocBLAS, about 500 MB. Made once, below {@code target/bench}; the same on every machine.
 */
public final class LargeTensile {
  private static final int SOLUTIONS_OF_20_MB = 13_000;
  private static final int LIBRARIES = 800;
  private static final int SOLUTIONS_EACH = 200;
  private static final int CODE_BYTES = 280_000;
  private static final int MORE_BYTES = 40_000;
  private static final String KERNEL = "_ZN8kpackfix4axpyEPfPKffi";

  private LargeTensile() {}

  /** Files of a folder; it is there once all of them are. */
  private interface Making {
    void in(Path folder) throws IOException;
  }

  private static Path made(String name, Making making) throws IOException {
    Path folder = Scale.folder().resolve(name);
    if (!Files.exists(folder)) {
      making.in(Files.createDirectories(Scale.folder().resolve(name + ".part")));
      Files.move(Scale.folder().resolve(name + ".part"), folder);
    }
    return folder;
  }

  /** A library of so many times 20 MB, with a code object beside it. */
  public static Path library(int times) throws IOException {
    String stem = "TensileLibrary_%d_gfx1100".formatted(times);
    Path folder =
        made(
            "tensile-" + times,
            into -> {
              int solutions = times * SOLUTIONS_OF_20_MB / (Scale.current() == Scale.FULL ? 1 : 10);
              TensileLibraries.writeMany(into.resolve(stem + ".dat"), solutions, i -> KERNEL, 1250);
              Files.copy(Fixtures.path("axpy-gfx1100.hsaco"), into.resolve(stem + ".co"));
            });
    return folder.resolve(stem + ".dat");
  }

  /** The install tree. */
  public static Path tree() throws IOException {
    return made("tensile-tree", LargeTensile::tree);
  }

  private static void tree(Path root) throws IOException {
    Path library = Files.createDirectories(root.resolve("lib/rocblas/library"));
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    SplittableRandom random = new SplittableRandom(19);
    Map<String, Object> operations = new LinkedHashMap<>();
    int libraries = Scale.current() == Scale.FULL ? LIBRARIES : LIBRARIES / 20;
    for (int i = 0; i < libraries; i++) {
      String stem = "TensileLibrary_Type_%03d_Contraction_l_Ailk_Bjlk_gfx1100".formatted(i);
      operations.put("Contraction_" + i, TensileLibraries.placeholder(stem));
      TensileLibraries.writeMany(
          library.resolve(stem + ".dat"),
          SOLUTIONS_EACH,
          kernel -> KERNEL,
          random.nextInt(1100, 1300));
      Files.write(
          library.resolve(stem + (i % 2 == 0 ? ".co" : ".hsaco")),
          Arrays.copyOf(code, CODE_BYTES + random.nextInt(MORE_BYTES)));
    }
    Files.write(
        library.resolve("TensileLibrary_lazy_gfx1100.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.operations(operations))));
  }
}
