package org.kpackworkbench.model.analysis.resolve.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * What a runtime prints of a loader's answer, without the loader's own prefix (loader.md, "The
 * debug log in the field"). Immutable.
 *
 * @param number the loader's error; 0 where the line tells of all devices and of none in particular
 * @param target the device's target, with colons; empty where the line does not say
 * @param binary the binary; empty where the line does not say
 */
public record RuntimeAnswer(int number, String target, String binary) {
  private static final Pattern CALL =
      Pattern.compile("kpack_load_code_object failed with error: (\\d{1,9})");
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?:Could not|Failed to) load device type specific kpack object for ISA (\\S+), err:"
              + " (\\d{1,9}), host binary: (.+)");
  private static final Pattern NONE =
      Pattern.compile(
          "Could not find device type specific kpack code objects for any available device from"
              + " binary: (.+)");

  /** What a line tells of. */
  public static Optional<RuntimeAnswer> in(String line) {
    if (!line.contains("kpack")) {
      return Optional.empty();
    }
    Matcher device = DEVICE.matcher(line);
    if (device.find()) {
      return Optional.of(
          new RuntimeAnswer(
              Integer.parseInt(device.group(2)),
              GpuTarget.lenient(device.group(1)).toString(),
              device.group(3).strip()));
    }
    Matcher none = NONE.matcher(line);
    if (none.find()) {
      return Optional.of(new RuntimeAnswer(0, "", none.group(1).strip()));
    }
    Matcher call = CALL.matcher(line);
    return call.find()
        ? Optional.of(new RuntimeAnswer(Integer.parseInt(call.group(1)), "", ""))
        : Optional.empty();
  }

  /** The loader's error; null for a number that no loader answers, and for all devices. */
  public @Nullable LoaderError error() {
    return number > 0 && number < LoaderError.values().length ? LoaderError.of(number) : null;
  }

  /** What it says, in a sentence. */
  public String meaning() {
    if (number == 0) {
      return "No device got code of %s.".formatted(binary);
    }
    LoaderError error = error();
    return "The loader answered error %s%s%s."
        .formatted(
            error == null ? number + ", which no loader is known to answer" : error.toString(),
            target.isEmpty() ? "" : " for " + target,
            binary.isEmpty() ? "" : ", asked by " + binary);
  }

  /** How to find out more. */
  public String advice() {
    return binary.isEmpty()
        ? "Run the program with ROCM_KPACK_DEBUG=1: the loader's lines say of which binary it was, and why."
        : "kpack-workbench resolve %s --target %s says where it ends."
            .formatted(binary, target.isEmpty() ? "GPU" : target);
  }
}
