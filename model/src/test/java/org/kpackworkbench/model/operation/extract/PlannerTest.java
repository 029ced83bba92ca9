package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;

class PlannerTest {
  private static final Path FOLDER = Path.of("no-such-folder");

  private static List<String> names(ListedCodeObjects source, String pattern) throws Exception {
    ExtractRequest request =
        ExtractRequest.all(source, FOLDER)
            .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse(pattern)));
    return new Extract(request)
        .plan(Progress.NONE).files().stream()
            .map(file -> FOLDER.relativize(file.path()).toString().replace('\\', '/'))
            .toList();
  }

  private static ListedCodeObjects binaries(String... binaries) {
    ListedCodeObjects source = new ListedCodeObjects();
    for (String binary : binaries) {
      source.add(binary, 0, "gfx942", new byte[1]);
    }
    return source;
  }

  @Test
  void theFirstKeepsItsNameAndTheNextGetNumbers() throws Exception {
    assertThat(names(binaries("a", "a", "b", "a"), "{binary}.hsaco"))
        .containsExactly("a.hsaco", "a~2.hsaco", "b.hsaco", "a~3.hsaco");
  }

  @Test
  void namesThatSomeSystemsTakeForOneAreOne() throws Exception {
    assertThat(
            names(
                binaries("lib", "LIB", "stra\u00dfe", "STRASSE", "u\u0308", "\u00dc"), "{binary}"))
        .containsExactly("lib", "LIB~2", "stra\u00dfe", "STRASSE~2", "\u00fc", "\u00dc~2");
  }

  @Test
  void namesThatBecomeOneByBeingMadeSafeAreToldApart() throws Exception {
    assertThat(names(binaries("a/b", "a_b", "a:b", "a\\b"), "{binary}"))
        .containsExactly("a_b", "a_b~2", "a_b~3", "a_b~4");
  }

  @Test
  void aNumberNeverTakesTheNameOfAnother() throws Exception {
    assertThat(names(binaries("a", "a", "a~2"), "{binary}")).containsExactly("a", "a~3", "a~2");
  }

  @Test
  void whatIsAFolderForOneIsNoFileForAnother() throws Exception {
    assertThat(names(binaries("a/b", "a", "A/c"), "{path}")).containsExactly("a/b", "a~2", "A/c");
  }

  @Test
  void twentyThousandOfOneNameTakeNoTime() throws Exception {
    ListedCodeObjects source = new ListedCodeObjects();
    for (int i = 0; i < 20_000; i++) {
      source.add("same", 0, "gfx942", new byte[0]);
    }
    assertThat(names(source, "{binary}")).hasSize(20_000).doesNotHaveDuplicates();
  }

  @Test
  void declaredSizesAreAddedWithoutOverflow() throws Exception {
    ExtractPlan plan =
        new Extract(ExtractRequest.all(binaries("a", "b"), FOLDER)).plan(Progress.NONE);
    assertThat(plan.sizeBytes()).isEqualTo(2);
    PlannedFile lying = new PlannedFile(0, "a", 0, "gfx942", FOLDER, Long.MAX_VALUE - 1, false);
    assertThat(new ExtractPlan(List.of(lying, lying), List.of()).sizeBytes())
        .isEqualTo(Long.MAX_VALUE);
  }
}
