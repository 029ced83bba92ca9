package org.kpackworkbench.model.format.log;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a runtime words a loader's answer, or that there is no code for a device, without the
 * loader's own prefix.
 */
public enum RuntimeWording {
  /** Target, number of the error, binary. */
  DEVICE(
      "(?:Could not|Failed to) load device type specific kpack object for ISA (\\S+), err:"
          + " (\\d{1,9}), host binary: (.+)"),
  /** Binary. */
  NO_DEVICE(
      "Could not find device type specific kpack code objects for any available device from"
          + " binary: (.+)"),
  /** Number of the error. */
  CALL("kpack_load_code_object failed with error: (\\d{1,9})"),
  /** Target or nothing, number of the device, number of HIP's error. */
  DEVICE_NOT_ADDED(
      "Could not add device type specific kpack object for (?:ISA )?(?:ISA|(\\S+)), device id:"
          + " (\\d{1,9}), err: (\\d{1,9})"),
  /** No parts. */
  SWITCHED_OFF("Kpack binary detected but ROCM_KPACK_ENABLED=OFF"),
  /** The variable's value, the target to build for. */
  DEVICE_SKIPPED(
      "Skipping device with no compatible code object \\(HIP_FORCE_SPIRV_CODEOBJECT=(\\w+)\\);"
          + " rebuild with --offload-arch=(\\S+) to add support for this device"),
  /** Target, the variable's value. */
  NO_CODE(
      "No compatible code objects found for: (\\S+?), value of HIP_FORCE_SPIRV_CODEOBJECT:"
          + " (\\w+)");

  private final Pattern pattern;

  RuntimeWording(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  /**
   * A line that is understood.
   *
   * @param parts what the wording lists, in groups from 1
   */
  public record Found(RuntimeWording wording, MatchResult parts) {}

  /** Returns the meaning of a line; null if it is none of a runtime's. */
  public static @Nullable Found in(String line) {
    if (LoaderLog.WORDS.stream().noneMatch(line::contains)) {
      return null;
    }
    for (RuntimeWording wording : values()) {
      Matcher matcher = wording.pattern.matcher(line);
      if (matcher.find()) {
        return new Found(wording, matcher);
      }
    }
    return null;
  }
}
