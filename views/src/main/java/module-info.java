/** Views over the model. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.views {
  requires static transitive org.jspecify;
  requires transitive javafx.base;
  requires transitive javafx.controls;
  requires transitive javafx.graphics;
  requires transitive org.commonmark;
  requires transitive org.kpackworkbench.model;
  requires org.kpackworkbench.icons;
  requires org.commonmark.ext.gfm.tables;
  requires org.controlsfx.controls;
  requires atlantafx.base;

  exports org.kpackworkbench.views.kit.bytes;
  exports org.kpackworkbench.views.kit.text;
  exports org.kpackworkbench.views.kit.action;
  exports org.kpackworkbench.views.format.offload;
  exports org.kpackworkbench.views.format.codeobject;
  exports org.kpackworkbench.views.format.coff;
  exports org.kpackworkbench.views.format.container;
  exports org.kpackworkbench.views.analysis.compare;
  exports org.kpackworkbench.views.operation.forms;
  exports org.kpackworkbench.views.kit.copy;
  exports org.kpackworkbench.views.analysis.coverage;
  exports org.kpackworkbench.views.window.crash;
  exports org.kpackworkbench.views.kit.dialog;
  exports org.kpackworkbench.views.window.standard;
  exports org.kpackworkbench.views.kit.draw;
  exports org.kpackworkbench.views.operation.edit;
  exports org.kpackworkbench.views.format.elf;
  exports org.kpackworkbench.views.operation.extract;
  exports org.kpackworkbench.views.spi;
  exports org.kpackworkbench.views.format.folder;
  exports org.kpackworkbench.views.window.guide;
  exports org.kpackworkbench.views.kit.hex;
  exports org.kpackworkbench.views.kit.inspector;
  exports org.kpackworkbench.views.kit.job;
  exports org.kpackworkbench.views.kit.layout;
  exports org.kpackworkbench.views.format.ar;
  exports org.kpackworkbench.views.analysis.log;
  exports org.kpackworkbench.views.kit.map;
  exports org.kpackworkbench.views.kit.palette;
  exports org.kpackworkbench.views.kit.parts;
  exports org.kpackworkbench.views.kit.overview;
  exports org.kpackworkbench.views.kit.picture;
  exports org.kpackworkbench.views.kit.place;
  exports org.kpackworkbench.views.analysis.resolve;
  exports org.kpackworkbench.views.analysis.process;
  exports org.kpackworkbench.views.kit.rows;
  exports org.kpackworkbench.views.window.search;
  exports org.kpackworkbench.views.window.settings;
  exports org.kpackworkbench.views.window.shell;
  exports org.kpackworkbench.views.kit.sizes;
  exports org.kpackworkbench.views.kit.table;
  exports org.kpackworkbench.views.format.text;
  exports org.kpackworkbench.views.kit.theme;
  exports org.kpackworkbench.views.window.tour;
}
