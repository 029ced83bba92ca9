package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.views.kit.dialog.ErrorText;

/** Why a form failed, where, and what to do; the cause is kept. */
final class FormFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private FormFailure(String message, IOException cause) {
    super(message, cause);
  }

  /** A failure with what to do about it; as it is where that is not known. */
  static IOException of(IOException failure) {
    String advice = advice(failure);
    if (failure instanceof FormatException || advice.isEmpty()) {
      return failure;
    }
    return new FormFailure(words(failure) + " " + advice + " Nothing was written.", failure);
  }

  /** Returns a failure in the words of a form: its fields instead of options. */
  static IOException in(FormModel<?> form, IOException failure) {
    String words = words(failure);
    String own = form.inOwnWords(words);
    return own.equals(words) ? failure : new FormFailure(own, failure);
  }

  /** Describes what went wrong and where. */
  static String words(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> there.getFile() + " already exists.";
      case FileSystemException other -> other.getFile() + ": " + ErrorText.of(other).inOneLine();
      case FormatException format -> format.file() + ": " + ErrorText.of(format).inOneLine();
      default -> {
        String text = ErrorText.of(failure).inOneLine();
        yield text.endsWith(".") ? text : text + ".";
      }
    };
  }

  /** Returns advice in a sentence; empty if there is none. */
  static String advice(Throwable failure) {
    return switch (failure) {
      case HostOnlyRefusedException refused -> refused.refusal().advice();
      case RestoreRefusedException refused -> refused.refusal().advice();
      case OperationException refused -> advice(refused.reason());
      case UnusableConfigException wrong -> "Open the file here: its problems are listed by line.";
      case FileAlreadyExistsException there -> ErrorText.NAME_TAKEN;
      case NoSuchFileException missing -> "Create the folder first, or choose another.";
      default -> "";
    };
  }

  private static String advice(OperationException.Obstacle reason) {
    return switch (reason) {
      case OVERLAP -> "Choose an output outside of the input.";
      case SAME_FILE -> "Choose another folder for archives, or another search path.";
      case BAD_NAME -> "Choose another name.";
      case NOTHING_KEPT -> "Keep a target that the input has.";
      // Its message says it.
      case LEFT_EMPTY, LOST_CODE, AMBIGUOUS_NAME, FOLDER_OF_PACKAGES, CLASH -> "";
      case ARCHIVE_IN_TREE -> "Choose another group or family.";
      case NO_ARCHIVES -> "Choose a folder for the archives.";
      case UNKNOWN_DATABASE -> "Leave the database out; its files then stay generic.";
      case PREBUILT -> "Choose the output of the build, not that of an overlay.";
      case NO_ARTIFACTS -> "Choose another folder, or change the configuration.";
      case NO_PRIMARY -> "In the configuration, name a shard that exists.";
      case NO_COMPONENT -> "Name a component that some shard has.";
      case DUPLICATE_DEVICE_CODE, GENERIC_DIFFERS ->
          "Take artifacts of one build, or leave one of them out.";
      case MISSING_ARCHITECTURE ->
          "Add the shard that has it, or allow it to be missing in the configuration.";
      case WRONG_PLACE -> "Split the artifact again.";
      case MANIFEST_DIFFERS -> "Verify the artifact, and split it again.";
      case NO_WHEEL -> "Choose a file whose name ends in .whl.";
      case SEVERAL_PACKAGES -> "Name the package folder that holds the archives.";
      case NOTHING_TO_SPLIT -> "A wheel without GPU code needs no device wheels.";
      case OWNED_BY_PACKAGES -> "Write to an output instead of changing the files.";
    };
  }
}
