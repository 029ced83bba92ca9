package org.kpackworkbench.model.loader;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a HIP program says where a runtime found no code, and what that means where code comes from
 * archives. A program shows a loader's {@link LoaderError} as one of these.
 */
public enum HipError {
  INVALID_DEVICE_FUNCTION(
      98,
      "hipErrorInvalidDeviceFunction",
      List.of("invalid device function"),
      "The runtime has a code object of this library, but the kernel that the program launches is"
          + " not in it; or it has none for this GPU, and the program went on until its first"
          + " launch.",
      "Look whether the wrapper that the kernel belongs to finds its code object for this GPU, and"
          + " whether the kernel is among that code object's symbols. Binary and archives of"
          + " different builds are the usual cause."),
  INVALID_IMAGE(
      200,
      "hipErrorInvalidImage",
      List.of("device kernel image is invalid", "invalid kernel image"),
      "What should be a code object is none: the marker, the archive or the code object in it"
          + " cannot be read, or an old runtime does not know binaries whose code is in archives.",
      "Look at the first archive that cannot be opened or unpacked, and verify it. If no loader"
          + " wrote a line, the runtime may be too old to know HIPK wrappers."),
  INVALID_KERNEL_FILE(
      218,
      "hipErrorInvalidKernelFile",
      List.of("invalid kernel file"),
      "A runtime that serves each device on its own found code for none of them: no archive is"
          + " there, or none lists their architectures.",
      "Look which archives were tried for each GPU and which architectures they list, then install"
          + " the device code for one of them."),
  NO_BINARY_FOR_GPU(
      209,
      "hipErrorNoBinaryForGpu",
      List.of(
          "no kernel image is available for execution on the device",
          "Unable to find code object for all current devices",
          "no binary for gpu"),
      "No candidate has code for this GPU: the archive is not there, it does not list the GPU's"
          + " architecture, or it has nothing under the wrapper's key.",
      "Look which archives were tried and which architectures they list, then install the device"
          + " code for this GPU. A hidden .kpack folder that was not copied is the usual cause.");

  private static final Pattern MENTION =
      Pattern.compile(
          "hipError\\w+|" + allTexts().map(Pattern::quote).reduce((a, b) -> a + "|" + b).orElse(""),
          Pattern.CASE_INSENSITIVE);

  /** Words of which one stands in every line that {@link #in} knows, in the usual spelling. */
  static final List<String> WORDS =
      List.of(
          "hipError",
          "evice function",
          "kernel image",
          "invalid kernel file",
          "Unable to find code object",
          "o binary for ");

  private final int number;
  private final String constant;
  private final List<String> texts;
  private final String meaning;
  private final String advice;

  HipError(int number, String constant, List<String> texts, String meaning, String advice) {
    this.number = number;
    this.constant = constant;
    this.texts = texts;
    this.meaning = meaning;
    this.advice = advice;
  }

  private static Stream<String> allTexts() {
    return Arrays.stream(values()).flatMap(one -> one.texts.stream());
  }

  /** Its number, as {@code hipGetLastError} answers it. */
  public int number() {
    return number;
  }

  /** Its name in programs: {@code hipErrorInvalidImage}. */
  public String constant() {
    return constant;
  }

  /** What programs print of it. */
  public List<String> texts() {
    return texts;
  }

  /** What it means where code comes from archives. */
  public String meaning() {
    return meaning;
  }

  /** What to look at next. */
  public String advice() {
    return advice;
  }

  /** The error that a line or a user's words name: by constant or by text, in any case. */
  public static Optional<HipError> in(String text) {
    Matcher found = MENTION.matcher(text);
    while (found.find()) {
      String mention = found.group().toLowerCase(Locale.ROOT);
      for (HipError error : values()) {
        if (error.constant.toLowerCase(Locale.ROOT).equals(mention)
            || error.texts.stream().anyMatch(one -> one.toLowerCase(Locale.ROOT).equals(mention))) {
          return Optional.of(error);
        }
      }
    }
    return Optional.empty();
  }
}
