import { MAIN, MS, OFFICE, relationships, smallFile } from "../unit/workbook/xlsx/small-file";

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";

/** The cell whose value a refresh changes. Everything else in the book stays. */
export const CALL = `<c r="A1" s="1" cm="1"><f t="array" ref="A1">_xldudf_SERVICE_FRED("NUM")</f><v>1</v></c>`;

const SHEET =
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" xmlns:x14ac="${MS}/spreadsheetml/2009/9/ac" xmlns:xr="${MS}/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}">` +
  `<sheetPr codeName="Sheet1"><tabColor rgb="FFFF0000"/><outlinePr summaryBelow="0"/></sheetPr><dimension ref="A1:F9"/>` +
  `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="20.5" customWidth="1" outlineLevel="1" collapsed="1"/></cols><sheetData>` +
  `<row r="1" spans="1:6" s="1" customFormat="1" ht="30.75" customHeight="1" thickBot="1" x14ac:dyDescent="0.25">${CALL}<c r="B1"><f t="array" ref="B1">SUM(D1:D2*E1:E2)</f><v>11</v></c><c r="C1"><f>_xldudf_CONTOSO_ADD(1,2)</f><v>3</v></c><c r="D1"><v>1.10</v></c><c r="E1"><v>1E+1</v></c></row>` +
  `<row r="2" spans="1:6" outlineLevel="1" hidden="1"><c r="B2" cm="1"><f t="array" ref="B2:B3">_xlfn.SEQUENCE(2)</f><v>1</v></c><c r="D2"><v>0</v></c><c r="E2" t="s"><v>0</v></c></row>` +
  `<row r="3" spans="1:6"><c r="B3"><v>2</v></c><c r="C3"><f>1+1</f><v>2</v></c><c r="F3" t="e" vm="1"><v>#VALUE!</v></c></row>` +
  `<row r="4"><c r="B4"><v>5</v></c><c r="C4"><f t="dataTable" ref="C4:C5" dt2D="0" dtr="0" r1="D1" ca="1"/><v>7</v></c></row><row r="5"><c r="B5"><v>6</v></c><c r="C5"><v>8</v></c></row>` +
  `</sheetData><sheetProtection sheet="1" objects="1" scenarios="1" algorithmName="SHA-512" hashValue="aGFzaA==" saltValue="c2FsdA==" spinCount="100000"/><protectedRanges><protectedRange sqref="D1" name="Input"/></protectedRanges>` +
  `<scenarios current="0"><scenario name="Best" count="1" user="A"><inputCells r="D1" val="2"/></scenario></scenarios><autoFilter ref="D1:E2"><filterColumn colId="0"><filters><filter val="1"/></filters></filterColumn></autoFilter>` +
  `<mergeCells count="1"><mergeCell ref="A8:B9"/></mergeCells><phoneticPr fontId="0" type="noConversion"/>` +
  `<conditionalFormatting sqref="A1"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>3</formula></cfRule></conditionalFormatting>` +
  `<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="D2"><formula1>"a,b"</formula1></dataValidation></dataValidations>` +
  `<hyperlinks><hyperlink ref="D1" location="Sheet1!A1" display="top" tooltip="Go up"/></hyperlinks><printOptions headings="1"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" r:id="rPrinter"/><headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter>` +
  `<rowBreaks count="1" manualBreakCount="1"><brk id="4" max="16383" man="1"/></rowBreaks><customProperties><customPr name="p" r:id="rCustom"/></customProperties><cellWatches><cellWatch r="A1"/></cellWatches><ignoredErrors><ignoredError sqref="D1" numberStoredAsText="1"/></ignoredErrors>` +
  `<drawing r:id="rDrawing"/><legacyDrawing r:id="rVml"/><legacyDrawingHF r:id="rHeader"/><picture r:id="rPicture"/><oleObjects><oleObject progId="Package" shapeId="1025" r:id="rOle"/></oleObjects><controls><control shapeId="1026" r:id="rControl" name="Button 1"/></controls><tableParts count="1"><tablePart r:id="rTable"/></tableParts>` +
  `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="${MS}/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="${MS}/excel/2006/main"><x14:cfRule type="dataBar" id="{1}"><x14:dataBar minLength="0" maxLength="100"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/></x14:dataBar></x14:cfRule><xm:sqref>D1:D2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>` +
  `<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="${MS}/spreadsheetml/2009/9/main"><x14:sparklineGroups xmlns:xm="${MS}/excel/2006/main"><x14:sparklineGroup displayEmptyCellsAs="gap"><x14:sparklines><x14:sparkline><xm:f>Sheet1!D1:D2</xm:f><xm:sqref>F1</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext>` +
  `<ext uri="{A8765BA9-456A-4dab-B4F3-ACF838C121DE}" xmlns:x14="${MS}/spreadsheetml/2009/9/main"><x14:slicerList><x14:slicer r:id="rSlicer"/></x14:slicerList></ext><ext uri="{7E03D99C-DC04-49d9-9315-930204A7B6E9}" xmlns:x15="${MS}/spreadsheetml/2010/11/main"><x15:timelineRefs><x15:timelineRef r:id="rTimeline"/></x15:timelineRefs></ext></extLst></worksheet>`;

const WORKBOOK =
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="26026"/><workbookPr codeName="ThisWorkbook" defaultThemeVersion="166925"/><workbookProtection lockStructure="1" workbookHashValue="aGFzaA=="/><bookViews><workbookView xWindow="-120" yWindow="-120" windowWidth="29040" windowHeight="15840" firstSheet="0"/></bookViews>` +
  `<sheets><sheet name="Sheet1" sheetId="7" r:id="s1"/></sheets><externalReferences><externalReference r:id="rExternal"/></externalReferences><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$1:$1</definedName><definedName name="spaced" comment=" two  blanks "> Sheet1!$D$1 </definedName></definedNames>` +
  `<calcPr calcId="191029" calcMode="manual" iterate="1" iterateCount="50" iterateDelta="1E-4" fullPrecision="0"/><pivotCaches><pivotCache cacheId="3" r:id="rCache"/></pivotCaches><extLst><ext uri="{BBE1A952-AA13-448e-AADC-164F8A28A991}" xmlns:x14="${MS}/spreadsheetml/2009/9/main"><x14:slicerCaches><x14:slicerCache r:id="rSlicerCache"/></x14:slicerCaches></ext></extLst></workbook>`;

const METADATA = `<metadata xmlns="${MAIN}" xmlns:xda="${MS}/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`;

/** Parts that a refresh does not read, with contents of the right kind. */
const PARTS: Readonly<Record<string, string>> = {
  "xl/comments1.xml": `<comments xmlns="${MAIN}"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`,
  "xl/threadedComments/threadedComment1.xml": `<ThreadedComments xmlns="${MS}/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{2}" id="{3}"><text>Right?</text></threadedComment></ThreadedComments>`,
  "xl/persons/person.xml": `<personList xmlns="${MS}/spreadsheetml/2018/threadedcomments"><person displayName="A" id="{2}"/></personList>`,
  "xl/slicers/slicer1.xml": `<slicers xmlns="${MS}/spreadsheetml/2009/9/main"><slicer name="Region" cache="Slicer_Region" rowHeight="241300"/></slicers>`,
  "xl/slicerCaches/slicerCache1.xml": `<slicerCacheDefinition xmlns="${MS}/spreadsheetml/2009/9/main" name="Slicer_Region" sourceName="Region"/>`,
  "xl/timelines/timeline1.xml": `<timelines xmlns="${MS}/spreadsheetml/2010/11/main"><timeline name="Date" cache="Timeline_Date" level="2"/></timelines>`,
  "xl/pivotTables/pivotTable1.xml": `<pivotTableDefinition xmlns="${MAIN}" name="P" cacheId="3" dataCaption="Values"><location ref="D8:E9" firstHeaderRow="1" firstDataRow="1" firstDataCol="0"/><filters count="1"><filter fld="0" type="valueGreaterThan" id="1" iMeasureFld="0"><autoFilter ref="A1"/></filter></filters></pivotTableDefinition>`,
  "xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition xmlns="${MAIN}" recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="D1:E2" sheet="Sheet1"/></cacheSource></pivotCacheDefinition>`,
  "xl/pivotCache/pivotCacheRecords1.xml": `<pivotCacheRecords xmlns="${MAIN}" count="1"><r><n v="1"/></r></pivotCacheRecords>`,
  "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9" cy="9"/><xdr:sp macro="" textlink="$D$1"><xdr:txBody><a:p><a:r><a:t>1.10</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>`,
  "xl/drawings/vmlDrawing1.vml": `<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="_x0000_s1025"/></xml>`,
  "xl/drawings/vmlDrawing2.vml": `<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="LH"/></xml>`,
  "xl/charts/chart1.xml": `<c:chartSpace xmlns:c="${DRAWING}/chart"><c:chart><c:plotArea><c:lineChart><c:ser><c:trendline><c:trendlineType val="linear"/></c:trendline><c:val><c:numRef><c:f>Sheet1!$A$1</c:f><c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`,
  "xl/media/image1.png": "\u0089PNG a picture",
  "xl/model/item.data": "a data model",
  "xl/connections.xml": `<connections xmlns="${MAIN}"><connection id="1" name="ThisWorkbookDataModel" type="5" refreshedVersion="8"/></connections>`,
  "xl/queryTables/queryTable1.xml": `<queryTable xmlns="${MAIN}" name="Q" connectionId="1"/>`,
  "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="${MAIN}"><externalBook/></externalLink>`,
  "xl/ctrlProps/ctrlProp1.xml": `<formControlPr xmlns="${MS}/spreadsheetml/2009/9/main" objectType="Button"/>`,
  "xl/activeX/activeX1.bin": "a control",
  "xl/embeddings/oleObject1.bin": "an object",
  "xl/printerSettings/printerSettings1.bin": "a printer's settings",
  "xl/customProperty1.bin": "a property",
  "xl/vbaProject.bin": "macros",
  "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="D1:E2" totalsRowShown="0"><tableColumns count="2"><tableColumn id="1" name="1.10"><calculatedColumnFormula>1+1</calculatedColumnFormula></tableColumn><tableColumn id="2" name="10"/></tableColumns></table>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.000&quot; %&quot;"/></numFmts><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><dxfs count="2"><dxf><font><color rgb="FF9C0006"/></font></dxf><dxf><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf></dxfs></styleSheet>`,
  "xl/sharedStrings.xml": `<sst xmlns="${MAIN}" count="1" uniqueCount="1"><si><r><rPr><b/></rPr><t>rich</t></r><r><t xml:space="preserve"> text </t></r><rPh sb="0" eb="1"><t>x</t></rPh></si></sst>`,
  "xl/metadata.xml": METADATA,
  "xl/calcChain.xml": `<calcChain xmlns="${MAIN}"><c r="A1" i="7" a="1"/><c r="A1" i="7" s="1"/><c r="B1" i="7" a="1"/><c r="C3" i="7"/></calcChain>`,
  "xl/theme/theme1.xml": `<a:theme xmlns:a="${DRAWING}/main" name="T"/>`,
  "customXml/item1.xml": `<note xmlns="urn:note">kept</note>`,
  "customXml/itemProps1.xml": `<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="{4}"/>`,
  "docProps/custom.xml": `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
  "docMetadata/LabelInfo.xml": `<clbl:labelList xmlns:clbl="${MS}/2020/mipLabelMetadata"><clbl:label id="{5}"/></clbl:labelList>`,
  "_xmlsignatures/sig1.xml": `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>`,
  "xl/webextensions/webextension1.xml": `<we:webextension xmlns:we="${MS}/webextensions/webextension/2010/11" id="{6}"><we:properties><we:property name="we:customFunctionIdList" value="&quot;_xldudf_SERVICE_FRED&quot;"/></we:properties></we:webextension>`,
  "xl/worksheets/_rels/sheet1.xml.rels": relationships(
    ["rPrinter", "printerSettings", "../printerSettings/printerSettings1.bin"],
    ["rCustom", "customProperty", "../customProperty1.bin"],
    ["rDrawing", "drawing", "../drawings/drawing1.xml"],
    ["rVml", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
    ["rHeader", "vmlDrawing", "../drawings/vmlDrawing2.vml"],
    ["rPicture", "image", "../media/image1.png"],
    ["rOle", "oleObject", "../embeddings/oleObject1.bin"],
    ["rControl", "ctrlProp", "../ctrlProps/ctrlProp1.xml"],
    ["rTable", "table", "../tables/table1.xml"],
    ["rSlicer", `${MS}/2007/relationships/slicer`, "../slicers/slicer1.xml"],
    ["rTimeline", `${MS}/2011/relationships/timeline`, "../timelines/timeline1.xml"],
    ["rNotes", "comments", "../comments1.xml"],
    ["rThreads", `${MS}/2017/10/relationships/threadedComment`, "../threadedComments/threadedComment1.xml"],
    ["rPivot", "pivotTable", "../pivotTables/pivotTable1.xml"],
  ),
  "xl/_rels/workbook.xml.rels": relationships(
    ["s1", "worksheet", "worksheets/sheet1.xml"],
    ["rStyles", "styles", "styles.xml"],
    ["rStrings", "sharedStrings", "sharedStrings.xml"],
    ["rMetadata", "sheetMetadata", "metadata.xml"],
    ["rChain", "calcChain", "calcChain.xml"],
    ["rTheme", "theme", "theme/theme1.xml"],
    ["rExternal", "externalLink", "externalLinks/externalLink1.xml"],
    ["rCache", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"],
    ["rSlicerCache", `${MS}/2007/relationships/slicerCache`, "slicerCaches/slicerCache1.xml"],
    ["rVba", `${MS}/2006/relationships/vbaProject`, "vbaProject.bin"],
    ["rConnections", "connections", "connections.xml"],
    ["rModel", `${OFFICE}/powerPivotData`, "model/item.data"],
    ["rXml", "customXml", "../customXml/item1.xml"],
  ),
  "xl/workbook.xml": WORKBOOK,
  "xl/worksheets/sheet1.xml": SHEET,
};

/** A workbook with everything that programs lose which write it again, and one call of SERVICE. */
export const fullBook = (parts: Readonly<Record<string, string>> = {}): Uint8Array => smallFile({ sheets: { Sheet1: "" }, parts: { ...PARTS, ...parts } });
