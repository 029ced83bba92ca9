package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.Trees;

/**
 * The files that make the program part of a desktop: menu entry, kinds of files, entry in software
 * centres.
 */
public final class DesktopFiles {
  private static final String ID = "org.kpackworkbench.KpackWorkbench";

  private DesktopFiles() {}

  /**
   * Writes them.
   *
   * @param share the folder that systems call {@code /usr/share}
   */
  public static void write(Path share, String version, Instant time) throws IOException {
    String date = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC).format(time);
    Trees.write(
        share.resolve("applications").resolve(ID + ".desktop"),
        Resources.text("desktop/kpack-workbench.desktop"));
    Trees.write(
        share.resolve("mime/packages/kpack-workbench.xml"),
        Resources.text("desktop/kpack-workbench.mime.xml"));
    Trees.write(
        share.resolve("metainfo").resolve(ID + ".metainfo.xml"),
        Resources.text("desktop/kpack-workbench.metainfo.xml")
            .replace("@VERSION@", version)
            .replace("@DATE@", date));
  }
}
