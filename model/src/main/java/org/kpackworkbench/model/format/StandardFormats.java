package org.kpackworkbench.model.format;

import java.util.List;
import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.container.ContainerFormat;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kernelprovider.KernelProviderFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.log.LogFormat;
import org.kpackworkbench.model.format.miopen.MiopenTextFormat;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.format.tensile.TensileFormat;

/** List of all formats. A new format is added here, and nowhere else in the model. */
public final class StandardFormats {
  private static final Formats ALL =
      new Formats(
          List.of(
              ElfFormat.FORMAT,
              KpackFormat.FORMAT,
              KpmFormat.FORMAT,
              CodeObjectFormat.FORMAT,
              BundleFormat.FORMAT,
              ContainerFormat.FORMAT,
              ArFormat.FORMAT,
              CoffFormat.FORMAT,
              SqliteFormat.FORMAT,
              AotritonFormat.FORMAT,
              MiopenTextFormat.FORMAT,
              KernelProviderFormat.FORMAT,
              PackageFormat.WHEEL,
              // Other than a wheel, which may begin with the same files.
              AotritonZipFormat.FORMAT,
              PackageFormat.DEB,
              PackageFormat.RPM,
              PackageFormat.ZIP,
              PackageFormat.TAR,
              TensileFormat.FORMAT,
              LogFormat.FORMAT));

  private StandardFormats() {}

  /** All that the program knows. */
  public static Formats all() {
    return ALL;
  }
}
