package org.kpackworkbench.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What holds for every module. */
public final class CommonRules {
  /** Nothing but the command line prints. */
  public static final ArchRule NO_STANDARD_STREAMS =
      GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.because(
          "stdout is the command line's data, and a window has better places to say something");

  /** State is of an object. */
  public static final ArchRule NO_STATIC_VARIABLES =
      fields()
          .that()
          .areStatic()
          .should()
          .beFinal()
          .allowEmptyShould(true)
          .because("documents, windows, threads and tests share the classes; state is an object's");

  private CommonRules() {}

  /**
   * Packages are in no circle.
   *
   * @param packages a pattern as slices have it, with the distinguishing part in parentheses
   */
  public static ArchRule noCycles(String packages) {
    return slices()
        .matching(packages)
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .because(
            "packages in a circle can only be understood all at once; a list of rooms knows its"
                + " rooms, and none of them the list");
  }

  /** All classes that were compiled with one. */
  public static JavaClasses classesWith(Class<?> one) throws URISyntaxException {
    JavaClasses classes =
        Imported.from(Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()));
    if (!classes.contain(one)) {
      throw new IllegalStateException(one + " is not where it was loaded from");
    }
    return classes;
  }

  /**
   * The rules that do not see a class that breaks them: none.
   *
   * @param folder where such classes are written
   * @param packages the beginning of packages' names, with the dot, that differ for {@code
   *     noCycles}
   * @param noCycles what {@link #noCycles} has made for the module
   */
  public static List<ArchRule> blind(Path folder, String packages, ArchRule noCycles)
      throws IOException {
    WrongClass printing = new WrongClass(folder.resolve("a")).prints(packages + "one.Talker");
    WrongClass sharing =
        new WrongClass(folder.resolve("b")).hasStaticVariable(packages + "one.Shared");
    WrongClass circle =
        new WrongClass(folder.resolve("c"))
            .uses(packages + "one.A", packages + "two.B")
            .uses(packages + "two.B", packages + "one.A");
    List<ArchRule> blind = new ArrayList<>();
    if (printing.violations(NO_STANDARD_STREAMS).isEmpty()) {
      blind.add(NO_STANDARD_STREAMS);
    }
    if (sharing.violations(NO_STATIC_VARIABLES).isEmpty()) {
      blind.add(NO_STATIC_VARIABLES);
    }
    if (circle.violations(noCycles).isEmpty()) {
      blind.add(noCycles);
    }
    return blind;
  }
}
