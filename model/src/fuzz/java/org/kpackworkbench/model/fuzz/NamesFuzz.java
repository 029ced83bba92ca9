package org.kpackworkbench.model.fuzz;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.SafeText;
import org.kpackworkbench.model.base.text.WindowsName;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.offload.EntryId;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.extract.NamePattern;

/** Names that files hold: targets, entry ids, keys, artifacts, databases; URIs of code objects. */
public final class NamesFuzz {
  private static final Databases DATABASES = databases();

  /** Reductions double with each. */
  private static final int MOST_FEATURES = 8;

  private NamesFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = Check.text(input);
    GpuTarget lenient = GpuTarget.lenient(text);
    if (lenient.features().size() <= MOST_FEATURES) {
      Check.that(!TextReduction.targets(lenient).isEmpty(), "a target has itself");
    }
    Check.same(0, lenient.compareTo(GpuTarget.lenient(text)), "order");
    lenient.family();
    try {
      GpuTarget target = GpuTarget.parse(text);
      Check.same(target, GpuTarget.parse(target.toString()), "the target that was written");
      TargetFilter.of(List.of(text)).keeps(target);
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
    GpuTable.isGroup(text);
    GpuTable.related(text, "gfx94X");
    EntryId.parse(text).gpuTarget();
    BinaryKey key = BinaryKey.parse(text);
    Check.same(text, key.text(), "the key that was written");
    BinaryKey.unsafe(text);
    ArtifactName.parse(text)
        .ifPresent(name -> Check.same(text, name.toString(), "the name that was written"));
    Check.that(!DATABASES.names().isEmpty(), "no database is known");
    DATABASES.recognise(text);
    try {
      CodeObjectUri.of(CodeObjectUri.parse("file://" + text));
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
    SafeText.of(text);
    WindowsName.refusal(text);
    try {
      Check.same(text, NamePattern.parse(text).text(), "the pattern that was written");
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
  }

  /** Those that the module provides; the fuzzer runs on the class path, where services are none. */
  private static Databases databases() {
    try {
      Path classes =
          Path.of(Databases.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      ModuleDescriptor module = ModuleFinder.of(classes).findAll().iterator().next().descriptor();
      List<DatabaseRecogniser> recognisers = new ArrayList<>();
      for (ModuleDescriptor.Provides provided : module.provides()) {
        if (!provided.service().equals(DatabaseRecogniser.class.getName())) {
          continue;
        }
        for (String name : provided.providers()) {
          recognisers.add((DatabaseRecogniser) Class.forName(name).getConstructor().newInstance());
        }
      }
      return new Databases(recognisers);
    } catch (ReflectiveOperationException | URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
