package org.kpackworkbench.views.convert;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.kpackworkbench.model.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.artifact.merge.CombineException;
import org.kpackworkbench.model.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.hostonly.Refusal;
import org.kpackworkbench.model.hostonly.restore.RestoreRefusal;
import org.kpackworkbench.model.hostonly.restore.RestoreRefusedException;
import org.kpackworkbench.model.pack.PackException;

/** What to do when something is refused. */
final class FormAdvice {
  private FormAdvice() {}

  /** What to do, in a sentence; empty where nobody knows. */
  static String of(Throwable failure) {
    return switch (failure) {
      case ConversionRefusedException refused -> of(refused.refusal());
      case RestoreRefusedException refused -> of(refused.refusal());
      case PackException refused -> of(refused.reason());
      case CombineException refused -> of(refused.reason());
      case UnusableConfigException wrong -> "Open the file here: its problems are listed by line.";
      case FileAlreadyExistsException there -> "Choose another name, or let it be replaced.";
      case NoSuchFileException missing -> "Create the folder first, or choose another.";
      default -> "";
    };
  }

  private static String of(Refusal refusal) {
    return switch (refusal) {
      case NOT_X86_64_ELF -> "Only Linux libraries and programs for x86-64 can be made host-only.";
      case NOT_LINKED -> "Link it first, and convert the library or program that comes of it.";
      case NO_SECTION_HEADERS -> "Convert the file before its section headers are stripped.";
      case NO_WRAPPERS ->
          "Its code is registered in another way, which has nothing to lead to archives: leave the"
              + " file as it is.";
      case HALF_CONVERTED ->
          "Look at its wrappers and marker, and convert the original file again.";
      case UNKNOWN_WRAPPER, RELOCATION_INTO_DEVICE_CODE, UNUSUAL_LAYOUT, NO_ROOM_FOR_HEADERS ->
          "Leave the file fat; it works as it is.";
      case MARKER_TOO_LONG -> "Use fewer or shorter search paths.";
      case BROKEN_BUNDLE, NO_TARGET, UNSAFE_TARGET, SAME_TARGET, HOST_CODE ->
          "Look at its bundles; an archive could not keep all that is in them.";
      case UNREFERENCED_BUNDLE ->
          "No runtime ever sees that bundle; let it be left out, if it may be lost.";
    };
  }

  private static String of(RestoreRefusal refusal) {
    return switch (refusal) {
      case NOT_X86_64_ELF -> "Only Linux libraries and programs for x86-64 can be restored.";
      case NO_SECTION_HEADERS -> "Restore the file before its section headers are stripped.";
      case NOT_HOST_ONLY -> "There is no marker in it that leads to archives.";
      case HALF_CONVERTED, NO_MARKER, UNKNOWN_WRAPPER ->
          "Look at its wrappers and marker; the file was changed by something else.";
      case NO_ARCHIVES -> "Add the archives, or put them where the marker leads.";
      case ARCHIVE_UNREADABLE, CODE_OBJECT_DAMAGED -> "Fetch the archive again, or do without it.";
      case CONTRADICTING_ARCHIVES -> "Remove the archive that is of another build.";
      case MISSING_CODE -> "Add the archives that have them, or let the result do without them.";
      case BUNDLE_TOO_LARGE -> "Use the archives of fewer targets.";
      case UNUSUAL_LAYOUT, NO_ROOM_FOR_HEADERS -> "Leave the file host-only; it works as it is.";
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
