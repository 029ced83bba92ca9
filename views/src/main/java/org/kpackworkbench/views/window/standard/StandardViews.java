package org.kpackworkbench.views.window.standard;

import java.util.List;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.analysis.coverage.CoverageViews;
import org.kpackworkbench.views.analysis.findings.VerifyAction;
import org.kpackworkbench.views.analysis.kernels.KernelFiguresViews;
import org.kpackworkbench.views.analysis.log.LogViews;
import org.kpackworkbench.views.analysis.process.ProcessViews;
import org.kpackworkbench.views.analysis.resolve.ResolveActions;
import org.kpackworkbench.views.analysis.resolve.ResolveViews;
import org.kpackworkbench.views.analysis.search.CodeSearchAction;
import org.kpackworkbench.views.format.aotriton.AotritonRoom;
import org.kpackworkbench.views.format.ar.ArRoom;
import org.kpackworkbench.views.format.codeobject.CodeObjectRoom;
import org.kpackworkbench.views.format.codeobject.CodeObjectViews;
import org.kpackworkbench.views.format.coff.CoffRoom;
import org.kpackworkbench.views.format.container.ContainerRoom;
import org.kpackworkbench.views.format.elf.ElfRoom;
import org.kpackworkbench.views.format.elf.SymbolFinder;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.format.folder.FolderNodes;
import org.kpackworkbench.views.format.folder.FolderViews;
import org.kpackworkbench.views.format.kernelprovider.KernelProviderRoom;
import org.kpackworkbench.views.format.kpack.KpackRoom;
import org.kpackworkbench.views.format.kpm.KpmRoom;
import org.kpackworkbench.views.format.miopen.MiopenTextRoom;
import org.kpackworkbench.views.format.offload.BundleRoom;
import org.kpackworkbench.views.format.sqlite.SqliteRoom;
import org.kpackworkbench.views.format.tensile.TensileRoom;
import org.kpackworkbench.views.format.text.LfsPointerViews;
import org.kpackworkbench.views.format.text.TextViews;
import org.kpackworkbench.views.kit.bytes.BytesPanes;
import org.kpackworkbench.views.kit.problem.ProblemViews;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.edit.RecoveryActions;
import org.kpackworkbench.views.operation.edit.kpack.EditViews;
import org.kpackworkbench.views.operation.edit.kpm.ManifestEditViews;
import org.kpackworkbench.views.operation.edit.marker.MarkerEditViews;
import org.kpackworkbench.views.operation.extract.ExportActions;
import org.kpackworkbench.views.operation.extract.Exporter;
import org.kpackworkbench.views.operation.forms.ArtifactActions;
import org.kpackworkbench.views.operation.forms.FormActions;
import org.kpackworkbench.views.spi.FormatRooms;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.shell.WorkbenchParts;

/** All views of the program: the one list that the window, pictures and tests are made from. */
public final class StandardViews {
  private StandardViews() {}

  /** Returns the only list of formats with views. A new one is added here, and nowhere else. */
  public static FormatRooms rooms() {
    return new FormatRooms(
        StandardFormats.all(),
        List.of(
            KpackRoom.room(),
            KpmRoom.room(),
            ElfRoom.room(),
            BundleRoom.room(),
            ContainerRoom.room(),
            ArRoom.room(),
            CoffRoom.room(),
            SqliteRoom.room(),
            AotritonRoom.files(),
            AotritonRoom.archives(),
            MiopenTextRoom.room(),
            KernelProviderRoom.room(),
            TensileRoom.room(),
            CodeObjectRoom.room()));
  }

  /** The parts of a window with all views, in which edits are not written down. */
  public static WorkbenchParts parts() {
    return parts(Journals.none());
  }

  /**
   * The parts of a window with all views.
   *
   * @param journals where edits are written down that are not saved
   */
  public static WorkbenchParts parts(Journals journals) {
    return parts(journals, rooms());
  }

  /**
   * Returns the parts of a window with the views of these formats.
   *
   * @param rooms the formats that the window knows
   */
  public static WorkbenchParts parts(Journals journals, FormatRooms rooms) {
    VerifyAction verify = new VerifyAction();
    CodeSearchAction search = new CodeSearchAction();
    LogViews logs = new LogViews();
    BytesPanes bytes = new BytesPanes(rooms.formats());
    WorkbenchParts parts =
        new WorkbenchParts((path, progress) -> DocumentFile.load(path, rooms, progress))
            .formats(rooms.formats())
            .worthOpening(path -> DocumentFile.worthOpening(path, rooms.formats()))
            .workspaces(FolderFile::opensAsWhole)
            .bytes(bytes::bytes)
            .inspector(bytes::inspector)
            .export(Exporter::new)
            .views(new FolderViews())
            .views(new CoverageViews())
            .nodes(new FolderNodes());
    rooms.rooms().forEach(parts::room);
    return parts
        .views(new KernelFiguresViews())
        .views(new MarkerEditViews(journals))
        .views(new ResolveViews())
        .views(new EditViews(journals))
        .views(new ManifestEditViews(journals))
        .views(new CodeObjectViews())
        .views(logs)
        .views(new LfsPointerViews())
        .views(new TextViews())
        .views(new ProblemViews())
        .finder(new KernelFinder())
        .finder(new SymbolFinder())
        .dock(verify::pane)
        .dock(search::pane)
        .actions(verify)
        .actions(search)
        .actions(bytes)
        .actions(new ResolveActions())
        .actions(new ExportActions())
        .actions(logs)
        .actions(new ProcessViews())
        .actions(new FormActions())
        .actions(new ArtifactActions())
        .actions(new CompareActions())
        .actions(new RecoveryActions(journals));
  }
}
