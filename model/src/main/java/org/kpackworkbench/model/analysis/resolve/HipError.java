package org.kpackworkbench.model.analysis.resolve;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Errors that a HIP program reports where a runtime found no code, with their meaning where code
 * comes from archives. A program shows a loader's {@link LoaderError} as one of these.
 */
public enum HipError {
  INVALID_DEVICE_FUNCTION(
      98,
      "hipErrorInvalidDeviceFunction",
      List.of("invalid device function"),
      "The runtime has a code object of this library, but the kernel that the program launches is"
          + " not in it; or it has none for this GPU, and the program continued until its first launch.",
      "Check whether the wrapper that the kernel belongs to finds its code object for this GPU, and"
          + " whether the kernel is among that code object's symbols. Both can fail if binary"
          + " and archives are from different builds, or the kernel was not compiled for"
          + " this GPU."),
  INVALID_IMAGE(
      200,
      "hipErrorInvalidImage",
      List.of("device kernel image is invalid", "invalid kernel image"),
      "No code object could be loaded: the marker, the archive or the code object in it cannot be"
          + " read. Some runtimes return this error whenever the loader found no code, or because they do not support binaries whose code is in archives.",
      "Read the loader's log (ROCM_KPACK_DEBUG=1), which shows the cause: an archive that cannot"
          + " be opened or unpacked, or a missing archive, architecture or kernel."
          + " If no loader wrote a line, the runtime may be too old to support HIPK wrappers."),
  INVALID_KERNEL_FILE(
      218,
      "hipErrorInvalidKernelFile",
      List.of("invalid kernel file"),
      "A GPU in use got no code: a library with its device code inside was not compiled for it, or"
          + " no archive was found for it, or none that lists its architecture.",
      "Check whether the library still has its device code inside (info says fat): then build it for"
          + " every GPU that programs see. If its code is in archives, the loader's log"
          + " (ROCM_KPACK_DEBUG=1) lists for each GPU what was tried."),
  NO_BINARY_FOR_GPU(
      209,
      "hipErrorNoBinaryForGpu",
      List.of(
          "no kernel image is available for execution on the device",
          "Unable to find code object for all current devices",
          "no binary for gpu"),
      "There is no code for this GPU: a library with its device code inside was not compiled for"
          + " it; or, where the code is in archives, the archive does not exist, does not list the"
          + " GPU's architecture, or has nothing under the wrapper's key.",
      "Check whether the library still has its device code inside (info says fat): then build it for"
          + " this GPU. If its code is in archives, simulate the load (resolve), or read the"
          + " loader's log: both show which of these causes applies.");

  /** Those of which a name may begin with a letter. */
  private static final HipError[][] BY_FIRST = byFirst();

  /** Words of which one is in every line that {@link #in} knows, in the usual spelling. */
  public static final List<String> WORDS =
      List.of(
          "hipError",
          "evice function",
          "kernel image",
          "ernel file",
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

  private static HipError[][] byFirst() {
    HipError[][] found = new HipError[0x80][];
    for (int letter = 0; letter < found.length; letter++) {
      char first = (char) letter;
      found[letter] =
          Arrays.stream(values())
              .filter(
                  one ->
                      Stream.concat(Stream.of(one.constant), one.texts.stream())
                          .anyMatch(name -> Character.toLowerCase(name.charAt(0)) == first))
              .toArray(HipError[]::new);
    }
    return found;
  }

  /** Whether it is named there: by its constant as a whole word's rest, or by one of its texts. */
  private boolean isAt(String text, int at) {
    if (text.regionMatches(true, at, constant, 0, constant.length())) {
      int end = at + constant.length();
      return end == text.length() || !isWord(text.charAt(end));
    }
    for (String one : texts) {
      if (text.regionMatches(true, at, one, 0, one.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWord(char character) {
    return character == '_' || (character < 0x80 && Character.isLetterOrDigit(character));
  }

  /** Its number, as {@code hipGetLastError} answers it. */
  public int number() {
    return number;
  }

  /** Its name in programs: {@code hipErrorInvalidImage}. */
  public String constant() {
    return constant;
  }

  /** Returns the meaning of the error where code comes from archives. */
  public String meaning() {
    return meaning;
  }

  /** Returns advice about the next thing to check. */
  public String advice() {
    return advice;
  }

  /** A number as HIP returns it, with its name where that is known. */
  public static String words(String number) {
    return Arrays.stream(values())
        .filter(error -> String.valueOf(error.number).equals(number))
        .findFirst()
        .map(error -> "%s (%s)".formatted(number, error.constant))
        .orElse(number);
  }

  /** The error that a line or a user's words name: by constant or by text, in any case. */
  public static Optional<HipError> in(String text) {
    for (int at = 0; at < text.length(); at++) {
      HipError[] begun = BY_FIRST[Character.toLowerCase(text.charAt(at)) & 0x7f];
      for (HipError error : begun) {
        if (error.isAt(text, at)) {
          return Optional.of(error);
        }
      }
    }
    return Optional.empty();
  }
}
