package org.kpackworkbench.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.nio.file.Path;

/**
 * Classes for rules. Of what they mention only this program's own classes are read, too: rules know
 * those of Java and of libraries by name, and to read thousands of them takes longer than all else.
 */
public final class Imported {
  private static final String OWN = "org.kpackworkbench";

  private Imported() {}

  /** All classes in a folder or jar. */
  public static JavaClasses from(Path place) {
    return ArchConfiguration.withThreadLocalScope(
        configuration -> {
          configuration.setClassResolver(SelectedClassResolverFromClasspath.class);
          configuration.setClassResolverArguments(OWN);
          return new ClassFileImporter().importPath(place);
        });
  }
}
