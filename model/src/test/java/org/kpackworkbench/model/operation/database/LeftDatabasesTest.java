package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.output.OperationNote;

/** What is said of the files of databases that stay where they are. */
class LeftDatabasesTest {
  private final LeftDatabases left = new LeftDatabases(Databases.installed(), List.of("hipblaslt"));

  private List<OperationNote> notes() {
    return left.notes(Path.of("tree"), "in the tree", name -> "Name " + name + ".");
  }

  @Test
  void filesForGpusOfDatabasesThatAreNotNamedCount() {
    left.add("lib/rocblas/library/TensileLibrary.dat", 1);
    left.add("lib/hipblaslt/library/gfx942/K.co", 1);
    left.add("lib/libx.so", 1);
    assertThat(notes()).isEmpty();
    left.add("lib/rocblas/library/K_gfx942.co", 1000);
    left.add("lib/rocblas/library/K_gfx90a-xnack+.co", 24);
    assertThat(notes())
        .singleElement()
        .returns(
            "2 files of rocblas (gfx90a, gfx942; 1.0 KiB) stay in the tree", OperationNote::message)
        .returns("Name rocblas.", OperationNote::advice);
  }

  /** Such a file cannot move as it is. */
  @Test
  void aFileForSeveralGpusIsSaidToBeOne() {
    left.add("lib/rocfft_kernel_cache.db", 5);
    assertThat(notes())
        .singleElement()
        .returns("1 file of rocfft (5 B) stays in the tree", OperationNote::message)
        .satisfies(
            note ->
                assertThat(note.advice())
                    .startsWith("Name rocfft. ")
                    .contains("kernels are for one architecture"));
  }
}
