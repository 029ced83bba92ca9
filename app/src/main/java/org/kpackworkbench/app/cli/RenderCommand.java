package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.picture.PictureMaker;
import org.kpackworkbench.app.picture.PictureRequest;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code render}: a picture of a view. */
final class RenderCommand extends OperationCommand<PictureRequest> {
  RenderCommand(Console console) {
    super(console, PictureRequest.OPERATION);
  }

  @Override
  int run(PictureRequest request, Arguments given) throws Exception {
    Path file = request.files().getFirst();
    // Said before the toolkit starts, which takes a second.
    checkReadable(file);
    if (request.isListing()) {
      return list(file);
    }
    checkFolder(request.output());
    PictureMaker.make(request);
    return ExitStatus.DONE;
  }

  private static void checkReadable(Path file) throws IOException {
    Path inside = Packages.inside(file);
    if (!Files.isDirectory(inside)) {
      OpenFile.open(inside).close();
    }
  }

  private static void checkFolder(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString(), null, "the folder does not exist");
    }
  }

  private int list(Path file) throws Exception {
    new ReportOutput(console(), false).print(PictureMaker.list(file));
    return ExitStatus.DONE;
  }
}
