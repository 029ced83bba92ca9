package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.analysis.verify.report.VerifySettings;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.spi.OpenedFile;

/** The command line about a place in a file. */
public final class PlaceCommand {
  private PlaceCommand() {}

  /**
   * The command that writes the code object around the place, checks what is in a folder, or
   * describes the file.
   */
  public static String of(Place place) {
    if (place instanceof Place.Entry) {
      return CopyFormats.command(
          VerifySettings.OPERATION, VerifySettings.of(Path.of(CopyFormats.path(place))));
    }
    for (Place step : place.path().reversed()) {
      if (step instanceof Place.CodeObject code) {
        return extract(code);
      }
    }
    return CopyFormats.command(
        InfoSettings.OPERATION, new InfoSettings(List.of(place.file()), false));
  }

  /** Returns the command for a place where a file is open: an open folder is checked. */
  static String of(Place place, @Nullable OpenedFile opened) {
    return opened != null && opened.isFolder() && place instanceof Place.File
        ? CopyFormats.command(VerifySettings.OPERATION, VerifySettings.of(place.file()))
        : of(place);
  }

  private static String extract(Place.CodeObject code) {
    String name =
        "%s-%d-%s.hsaco".formatted(leaf(code.binary()), Math.max(0, code.index()), code.target());
    String output = name.replace(':', '-').replaceAll("[\\\\/*?\"<>|\\p{Cntrl}]", "_");
    Optional<Integer> index = Optional.of(code.index()).filter(number -> number >= 0);
    return CopyFormats.command(
        ExtractSettings.OPERATION,
        ExtractSettings.one(
            code.file(), code.binary(), index, code.target().toString(), Path.of(output)));
  }

  private static String leaf(String binary) {
    Path name = Path.of(binary.replace('\\', '/')).getFileName();
    return name == null ? "code" : name.toString();
  }
}
