package org.kpackworkbench.model.format.log;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Recognition of a loader's debug log by its text (loader.md, "The debug log in the field"). */
public final class LoaderLog {
  /**
   * Words of which one is in every line of a loader, or of a runtime about its answers. What
   * follows a loader's word, colours may keep apart.
   */
  public static final List<String> WORDS =
      List.of("kpack", "Kpack binary", "HIP_FORCE_SPIRV_CODEOBJECT");

  private LoaderLog() {}

  /**
   * Whether bytes are a log in which a loader wrote something that is understood.
   *
   * @param mostBytes how far to look
   */
  public static boolean isIn(ByteView bytes, long mostBytes) throws FormatException {
    return LogLines.any(
        bytes,
        WORDS,
        line ->
            RuntimeWording.in(line) != null
                || LogMessages.of(line).stream()
                    .anyMatch(message -> LoaderWording.isKnown(message.text())),
        mostBytes);
  }
}
