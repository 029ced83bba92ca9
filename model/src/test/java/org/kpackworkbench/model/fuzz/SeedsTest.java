package org.kpackworkbench.model.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Format;

/** The fuzzer begins with inputs of every format, and of every layout of the databases. */
class SeedsTest {
  @Test
  void everyFormatThatIsReadHasASeed() throws IOException {
    Set<String> seeds = new TreeSet<>();
    for (FuzzTarget target : FuzzTarget.values()) {
      for (Path input : Corpus.inputs(target)) {
        ByteView bytes = ByteView.of("input", Files.readAllBytes(input));
        seeds.add(StandardFormats.all().detect(bytes).id());
      }
    }
    assertThat(seeds)
        .containsAll(
            StandardFormats.all().all().stream()
                .filter(Format::isRead)
                .map(Format::id)
                .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @CsvSource({
    "SQLITE,kern_db",
    "SQLITE,cache_v1",
    "SQLITE,kernel_path",
    "TENSILE,solutions_blob",
    "TENSILE,Placeholder",
    "TENSILE,ProblemMap",
    "AKS2,AKS2",
    "MIOPEN_TEXT,=",
    "KERNEL_DESCRIPTOR,kernel_source",
    "ZSTD_DICTIONARY,dictionaries",
    "ZSTD_SOLID,offset_in_group",
  })
  void everyLayoutHasASeed(FuzzTarget target, String word) throws IOException {
    boolean found = false;
    for (Path input : Corpus.inputs(target)) {
      found |= new String(Files.readAllBytes(input), ISO_8859_1).contains(word);
    }
    assertThat(found).isTrue();
  }
}
