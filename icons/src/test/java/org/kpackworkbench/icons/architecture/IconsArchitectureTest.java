package org.kpackworkbench.icons.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.architecture.CommonRules;
import org.kpackworkbench.architecture.WrongClass;
import org.kpackworkbench.icons.IconSize;

/** The module keeps its rules, and each rule sees a class that breaks it. */
class IconsArchitectureTest {
  private static final String HERE = "org.kpackworkbench.icons.";

  static final ArchRule KNOWS_NO_MODULE_ABOVE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.kpackworkbench.model..",
              "org.kpackworkbench.views..",
              "org.kpackworkbench.app..")
          .because("icons are drawings; they know neither what is shown nor where");

  static final ArchRule NO_CYCLES = CommonRules.noCycles("org.kpackworkbench.icons.(*)..");

  @TempDir private Path folder;

  static Stream<ArchRule> rules() {
    return Stream.of(
        KNOWS_NO_MODULE_ABOVE,
        CommonRules.NO_STANDARD_STREAMS,
        CommonRules.NO_STATIC_VARIABLES,
        NO_CYCLES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModuleKeepsItsRules(ArchRule rule) throws URISyntaxException {
    rule.check(CommonRules.classesWith(IconSize.class));
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "org.kpackworkbench.app.Any");
    assertThat(wrong.violations(KNOWS_NO_MODULE_ABOVE)).isNotEmpty();
  }

  @Test
  void commonRulesSeeWhatBreaksThem() throws IOException {
    assertThat(CommonRules.blind(folder, HERE, NO_CYCLES)).isEmpty();
  }
}
