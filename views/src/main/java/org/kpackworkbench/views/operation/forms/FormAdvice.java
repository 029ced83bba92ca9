package org.kpackworkbench.views.operation.forms;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.operation.output.CombineException;
import org.kpackworkbench.model.operation.pack.PackException;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;

/** What to do when something is refused. */
final class FormAdvice {
  private FormAdvice() {}

  /** What to do, in a sentence; empty where nobody knows. */
  static String of(Throwable failure) {
    return switch (failure) {
      case ConversionRefusedException refused -> refused.refusal().advice();
      case RestoreRefusedException refused -> refused.refusal().advice();
      case PackException refused -> of(refused.reason());
      case CombineException refused -> of(refused.reason());
      case UnusableConfigException wrong -> "Open the file here: its problems are listed by line.";
      case FileAlreadyExistsException there -> "Choose another name, or let it be replaced.";
      case NoSuchFileException missing -> "Create the folder first, or choose another.";
      default -> "";
    };
  }

  private static String of(CombineException.Reason reason) {
    return switch (reason) {
      case NO_ARTIFACTS -> "Choose the folder whose folders are shards.";
      case NO_PRIMARY -> "Name a shard that is there in the configuration.";
      case NO_COMPONENT -> "Name a component that some shard has.";
      case OVERLAP -> "Choose an output outside of the input.";
      case DUPLICATE_DEVICE_CODE, GENERIC_DIFFERS, CLASH ->
          "Take artifacts of one build, or leave one of them out.";
      case MISSING_ARCHITECTURE ->
          "Add the shard that has it, or let it be missing in the configuration.";
      case WRONG_PLACE -> "Split the artifact again.";
      case MANIFEST_DIFFERS -> "Verify the artifact, and split it again.";
    };
  }

  private static String of(PackException.Reason reason) {
    return switch (reason) {
      case NOTHING_KEPT -> "Keep a target that occurs.";
      case SAME_FILE -> "Choose another folder for archives, or another search path.";
      case OVERLAP -> "Choose an output outside of the input.";
      case ARCHIVE_IN_TREE -> "Choose another group or family.";
      case BAD_NAME -> "Choose another name.";
      case NO_ARCHIVES -> "Choose a folder for the archives.";
      case PREBUILT -> "Choose what the build made, not what an overlay made of it.";
      case UNKNOWN_DATABASE -> "Leave the database out; its files then stay generic.";
    };
  }
}
