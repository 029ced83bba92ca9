package org.kpackworkbench.icons.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

  static final ArchRule NO_STANDARD_STREAMS =
      GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.because(
          "stdout is the command line's data, and a window has better places to say something");

  static final ArchRule NO_STATIC_VARIABLES =
      fields()
          .that()
          .areStatic()
          .should()
          .beFinal()
          .allowEmptyShould(true)
          .because("windows and tests share the classes; state belongs to an object");

  static final ArchRule NO_CYCLES =
      slices()
          .matching("org.kpackworkbench.icons.(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true)
          .because("packages in a circle can only be understood all at once");

  @TempDir private Path folder;

  static Stream<ArchRule> rules() {
    return Stream.of(KNOWS_NO_MODULE_ABOVE, NO_STANDARD_STREAMS, NO_STATIC_VARIABLES, NO_CYCLES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theModuleKeepsItsRules(ArchRule rule) throws URISyntaxException {
    Path compiled =
        Path.of(IconSize.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    JavaClasses module = new ClassFileImporter().importPath(compiled);
    assertThat(module.contain(IconSize.class)).isTrue();
    rule.check(module);
  }

  @Test
  void aModuleAboveIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).uses(HERE + "Wrong", "org.kpackworkbench.app.Any");
    assertThat(wrong.violations(KNOWS_NO_MODULE_ABOVE)).isNotEmpty();
  }

  @Test
  void printingIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).prints(HERE + "Talker");
    assertThat(wrong.violations(NO_STANDARD_STREAMS)).isNotEmpty();
  }

  @Test
  void aStaticVariableIsSeen() throws IOException {
    WrongClass wrong = new WrongClass(folder).hasStaticVariable(HERE + "Shared");
    assertThat(wrong.violations(NO_STATIC_VARIABLES)).isNotEmpty();
  }

  @Test
  void aCycleIsSeen() throws IOException {
    WrongClass wrong =
        new WrongClass(folder)
            .uses(HERE + "one.A", HERE + "two.B")
            .uses(HERE + "two.B", HERE + "one.A");
    assertThat(wrong.violations(NO_CYCLES)).isNotEmpty();
  }
}
